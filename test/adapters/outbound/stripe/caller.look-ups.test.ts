import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type {
  CallOptions,
  PaymentProcessor,
} from '../../../../src/application/ports/payment-processor.js';
import { CustomerId, PaymentIntentId, PaymentMethodId } from '../../../../src/domain/ids.js';
import { MinorUnits } from '../../../../src/domain/money/money.js';
import { decoded } from '../../../support/inputs/decoded.js';
import { calls } from './support/calls.js';
import { left } from './support/outcomes.js';
import { ok, type Reply, refuse, useScriptedStripe } from './support/use-scripted-stripe.js';
import { wire } from './support/wire.js';

type Name =
  | 'createCustomer'
  | 'createPaymentIntent'
  | 'confirmPaymentIntent'
  | 'capturePaymentIntent'
  | 'cancelPaymentIntent'
  | 'createRefund'
  | 'deleteCustomer'
  | 'deleteCard';

const key = 'order-42';
const events = 'GET /v1/events';
const intents = 'GET /v1/payment_intents';
const charges = 'GET /v1/charges';
const refunds = 'GET /v1/refunds';
const customersLine = 'GET /v1/customers';
const intentLine = 'GET /v1/payment_intents/pi_1';
const now = 1_800_000_000;
const day = 24 * 60 * 60;
const skew = 300;

const failed = refuse(500, { type: 'api_error' });
const inUse = refuse(409, { code: 'idempotency_key_in_use' });
const missing = (message: string) => refuse(404, { code: 'resource_missing', message });

const withCharges = (intent: typeof wire.intent | typeof wire.unpaid | typeof wire.declined) => ({
  ...intent,
  latest_charge: intent.latest_charge?.id ?? null,
  charges: {
    object: 'list',
    data: intent.latest_charge === null ? [] : [intent.latest_charge],
    has_more: false,
    url: '/v1/charges?payment_intent=pi_1',
  },
});

const cardError = {
  _tag: 'CardError',
  message: 'Your card has insufficient funds.',
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  param: null,
  charge: 'ch_2',
  payment_intent: 'pi_1',
};

const keyOfOther = {
  _tag: 'ProcessorRefused',
  status: 400,
  code: 'idempotency_error',
  param: null,
};
const unknown = { _tag: 'ProcessorUnavailable', outcome: 'unknown' };
const failedType = 'payment_intent.payment_failed';
const actionType = 'payment_intent.requires_action';
const mine = (object: object, type?: string) =>
  ok(wire.list(wire.event('evt_1', key, object, type)));
const others = ok(
  wire.list(wire.event('evt_2', 'other', wire.intent), wire.event('evt_3', null, wire.intent)),
);
const nothing = ok(wire.list());
const more = (...items: ReadonlyArray<object>) => ok({ ...wire.list(...items), has_more: true });
const of = (status: string) => ({ ...wire.intent, status });

const ours = wire.carrying(key, wire.intent);
const theirs = { ...wire.carrying('order-41', wire.intent), id: 'pi_9' };

/** The list that each look-up by metadata reads, and the object that it finds. */
const creations = [
  { name: 'createPaymentIntent', line: intents, object: ours, result: withCharges(ours) },
  {
    name: 'createRefund',
    line: refunds,
    object: wire.carrying(key, wire.refund),
    result: wire.carrying(key, wire.refund),
  },
  {
    name: 'createCustomer',
    line: customersLine,
    object: wire.carrying(key, wire.customer),
    result: wire.carrying(key, wire.customer),
  },
] as const;

const unconfirmed = (processor: PaymentProcessor, options: CallOptions) =>
  processor.createPaymentIntent(
    {
      amount: decoded(MinorUnits, 1999),
      currency: 'eur',
      customer: decoded(CustomerId, 'cus_1'),
      payment_method: decoded(PaymentMethodId, 'pm_1'),
      confirmation_method: 'manual',
      confirm: false,
    },
    options,
  );

describe('looking up changes whose response was lost', () => {
  const stripe = useScriptedStripe();

  const processorFor = (...script: ReadonlyArray<Reply>) =>
    stripe.processor(script, { maxRetries: 0, clock: () => now });

  /** One attempt, and the requests of its look-up. */
  const run = async (name: Name, first: Reply, ...then: ReadonlyArray<Reply>) =>
    calls[name].run(processorFor(first, ...then), { idempotencyKey: key })();

  const asked = () => stripe.lines().slice(1);

  const reused = refuse(400, { type: 'idempotency_error' });

  /** A call of version 0.1, which put no key into metadata: it is found by events. */
  const uncarried = { idempotencyKey: key, inDoubtSince: now - 60 };
  const runUncarried = async (name: Name, first: Reply, ...then: ReadonlyArray<Reply>) =>
    calls[name].run(processorFor(first, ...then), uncarried)();

  for (const { name, line, object, result } of creations) {
    for (const [what, first] of [
      ['reset', 'reset'],
      ['cut short', 'cut'],
      ['failed', failed],
      ['key in use', inUse],
      ['the page of a gateway', { status: 502, body: '<html>' }],
    ] as const) {
      it(`${name} is found by the key in its metadata (${what})`, async () => {
        const list = ok(wire.list({ ...object, id: 'other_1', metadata: {} }, object));
        expect(await run(name, first, list)).to.deep.equal(E.right(result));
        expect(asked()).to.deep.equal([line]);
        expect(stripe.seen()[1]?.form).to.include({
          'created[gte]': String(now - day - skew),
          limit: '100',
        });
      });
    }

    it(`${name} is found behind 320 newer ones`, async () => {
      const page = (from: number) =>
        more(
          ...Array.from({ length: 80 }, (_, index) => ({
            ...object,
            id: `newer_${from + index}`,
            created: now,
            metadata: { pasarela_key: 'other' },
          })),
        );
      const pages = [page(0), page(80), page(160), page(240), ok(wire.list(object))];
      expect(await run(name, 'reset', ...pages)).to.deep.equal(E.right(result));
      const cursors = stripe.seen().map(({ form }) => form['starting_after']);
      expect(cursors.slice(1)).to.deep.equal([
        undefined,
        undefined,
        'newer_159',
        'newer_239',
        'newer_319',
      ]);
      // After the newest page, only the second of the call is read.
      expect(stripe.seen().at(-1)?.form).to.include({
        'created[gte]': String(now - 1),
        'created[lte]': String(now),
      });
    });

    it(`${name} stays unknown when only other objects exist`, async () => {
      const other = { ...object, metadata: { pasarela_key: 'order-41' } };
      const answer = await run(name, 'reset', ok(wire.list(other, { ...object, metadata: {} })));
      expect(left(answer)).to.deep.include(unknown);
      expect(asked(), 'no events: the list is complete').to.deep.equal([line]);
    });

    it(`${name} stays ProcessorFailed when nothing is found`, async () => {
      const answer = await run(name, failed, nothing);
      expect(left(answer)).to.deep.include({ _tag: 'ProcessorFailed', status: 500 });
    });

    it(`${name} stays refused when the key is in use and nothing is found`, async () => {
      const answer = await run(name, inUse, nothing);
      expect(left(answer)).to.deep.include({ _tag: 'ProcessorRefused', status: 409 });
    });

    for (const [what, reply] of [
      ['lost', 'reset'],
      ['refused', refuse(403, {})],
      ['a page of a gateway', { status: 404, body: '<html>' }],
      ['not what it should be', ok({ object: 'list', data: [{}], has_more: false, url: '/' })],
    ] as const) {
      it(`${name} stays unknown when the list is ${what}`, async () => {
        expect(left(await run(name, 'reset', reply))).to.deep.include(unknown);
        expect(asked(), 'once').to.deep.equal([line]);
      });
    }

    it(`${name} is looked up from a day earlier, or from its first call on`, async () => {
      for (const inDoubtSince of [now - 60, now - 3 * day]) {
        const options = { idempotencyKey: key, inDoubtSince };
        const processor = processorFor('reset', nothing);
        const requestFormat = String(processor.requestFormat);
        await calls[name].run(processor, { ...options, requestFormat })();
        expect(stripe.seen().at(-1)?.form['created[gte]']).to.equal(
          String(Math.min(now - day, inDoubtSince) - skew),
        );
      }
    });

    it(`${name} is not looked up after a refusal`, async () => {
      left(await run(name, refuse(400, {}), nothing));
      expect(asked()).to.deep.equal([]);
    });

    it(`${name} is not looked up after a lost response and a refusal, with or without a key`, async () => {
      const processor = stripe.processor(['reset', refuse(400, {}), nothing], { maxRetries: 1 });
      expect(left(await calls[name].run(processor)())).to.deep.include({ status: 400 });
      expect(stripe.seen()).to.have.lengthOf(2);
    });

    it(`${name} is not looked up when nothing was sent`, async () => {
      const processor = stripe.processor([], { maxRetries: 0 });
      await stripe.close();
      expect(left(await calls[name].run(processor)())).to.deep.include({ outcome: 'not_done' });
    });
  }

  for (const name of ['createPaymentIntent', 'createRefund'] as const) {
    it(`${name} without a caller's key is looked up by events, from its call on`, async () => {
      const processor = processorFor('reset', nothing);
      await calls[name].run(processor)();
      expect(stripe.seen()[0]?.headers['idempotency-key']).to.match(/^[0-9a-f-]{36}$/);
      expect(asked()).to.deep.equal([events]);
      expect(stripe.seen()[1]?.form['created[gte]']).to.equal(String(now - skew));
    });
  }

  it("createCustomer without a caller's key is not looked up", async () => {
    const answer = await calls.createCustomer.run(processorFor('reset', nothing))();
    expect(left(answer)).to.deep.include(unknown);
    expect(asked()).to.deep.equal([]);
  });

  for (const [what, name, line, object] of [
    ['another amount', 'createPaymentIntent', intents, { ...ours, amount: 2999 }],
    ['another currency', 'createPaymentIntent', intents, { ...ours, currency: 'usd' }],
    ['another customer', 'createPaymentIntent', intents, { ...ours, customer: 'cus_2' }],
    ['another amount', 'createRefund', refunds, wire.carrying(key, { ...wire.refund, amount: 1 })],
    [
      'another charge',
      'createRefund',
      refunds,
      wire.carrying(key, { ...wire.refund, charge: 'ch_9' }),
    ],
  ] as const) {
    it(`${name} is refused like by the processor when its key belongs to one of ${what}`, async () => {
      const error = left(await run(name, 'reset', ok(wire.list(object))));
      expect(error).to.deep.include(keyOfOther);
      expect(error)
        .to.have.property('message')
        .that.matches(/^Keys for idempotent requests /);
      expect(asked()).to.deep.equal([line]);
    });
  }

  for (const [what, turnedAway] of [
    ['for the rate', refuse(429, { code: 'rate_limit' })],
    ['for other parameters of its key, as another version sent them', reused],
  ] as const) {
    it(`the object of an earlier call is found when this call is turned away ${what}`, async () => {
      const answer = await runUncarried(
        'createPaymentIntent',
        turnedAway,
        mine({ id: 'pi_1' }),
        ok(wire.intent),
      );
      expect(answer).to.deep.equal(E.right(withCharges(wire.intent)));
      expect(asked()).to.deep.equal([events, intentLine]);
    });
  }

  it('a key of another request is refused, also after a lost attempt of the same call', async () => {
    const processor = stripe.processor(['reset', reused], { maxRetries: 1, clock: () => now });
    const answer = await calls.createPaymentIntent.run(processor, { idempotencyKey: key })();
    expect(left(answer)).to.deep.include({ _tag: 'ProcessorRefused', status: 400 });
    expect(stripe.seen()).to.have.lengthOf(2);
  });

  it('an earlier call stays unknown when this call is turned away', async () => {
    const answer = await runUncarried(
      'createPaymentIntent',
      refuse(429, { code: 'rate_limit' }),
      nothing,
    );
    expect(left(answer)).to.deep.include(unknown);
  });

  describe('of objects without a key', () => {
    for (const [name, type, id, object, line] of [
      ['createPaymentIntent', 'payment_intent.created', 'pi_1', wire.intent, intentLine],
      ['createRefund', 'refund.created', 're_1', wire.refund, 'GET /v1/refunds/re_1'],
      ['createCustomer', 'customer.created', 'cus_1', wire.customer, 'GET /v1/customers/cus_1'],
    ] as const) {
      it(`${name} is found by the event that names its key`, async () => {
        const answer = await runUncarried(name, 'reset', mine({ id }), ok(object));
        expect(answer).to.have.nested.property('right.id', id);
        expect(asked()).to.deep.equal([events, line]);
        expect(stripe.seen()[1]?.form).to.deep.equal({
          'types[0]': type,
          'created[gte]': String(now - day - skew),
          limit: '100',
        });
      });

      it(`${name} stays unknown when only events of other objects exist`, async () => {
        expect(left(await runUncarried(name, 'reset', others))).to.deep.include(unknown);
        expect(asked()).to.deep.equal([events]);
      });
    }

    const eventThen = (id: string) => ({
      ...wire.event(id, 'other', wire.intent),
      created: now - 60,
    });

    it('events are read up to the tenth page, half of them around the first call', async () => {
      const pages = Array.from({ length: 10 }, (_, page) => more(eventThen(`evt_${page}`)));
      const answer = await runUncarried('createRefund', 'reset', ...pages, mine({ id: 're_1' }));
      expect(left(answer)).to.deep.include(unknown);
      expect(asked()).to.deep.equal(Array.from({ length: 10 }, () => events));
      const starts = stripe.seen().map(({ form }) => form['created[gte]']);
      const earliest = String(now - day - skew);
      const around = Array.from({ length: 5 }, () => String(now - 61));
      const before = [String(now - 60 - skew), String(now - 60 - skew)];
      expect(starts.slice(1)).to.deep.equal([earliest, ...around, ...before, earliest, earliest]);
    });

    it('an event on a later page is found', async () => {
      const first = more(eventThen('evt_9'));
      const answer = await runUncarried(
        'createPaymentIntent',
        'reset',
        first,
        mine({ id: 'pi_1' }),
        ok(wire.intent),
      );
      expect(answer).to.deep.equal(E.right(withCharges(wire.intent)));
    });

    it('an intent with other parameters does not count', async () => {
      const found = ok({ ...wire.intent, customer: 'cus_2' });
      const answer = await runUncarried(
        'createPaymentIntent',
        'reset',
        mine({ id: 'pi_1' }),
        found,
      );
      expect(left(answer)).to.deep.include(keyOfOther);
    });
  });

  describe('the duration of a look-up', () => {
    const post = 'POST /v1/refunds';

    it('is repeated after the retries as often as they, while nothing is found', async () => {
      const found = ok(wire.list(wire.carrying(key, wire.refund)));
      const script: ReadonlyArray<Reply> = ['reset', 'reset', 'reset', nothing, nothing, found];
      const processor = stripe.processor(script, { maxRetries: 2 });
      const answer = await calls.createRefund.run(processor, { idempotencyKey: key })();
      expect(answer).to.deep.equal(E.right(wire.carrying(key, wire.refund)));
      expect(stripe.lines()).to.deep.equal([post, post, post, refunds, refunds, refunds]);
    });

    it('is repeated when a read fails', async () => {
      const script: ReadonlyArray<Reply> = ['reset', 'reset', 'reset', nothing];
      const processor = stripe.processor(script, { maxRetries: 1 });
      expect(left(await calls.createRefund.run(processor)())).to.deep.include(unknown);
      expect(stripe.lines().slice(2)).to.deep.equal([events, events]);
    });

    it('is repeated no more often', async () => {
      const processor = stripe.processor(['reset', 'reset', nothing], { maxRetries: 1 });
      expect(left(await calls.createRefund.run(processor)())).to.deep.include(unknown);
      expect(stripe.lines().slice(2)).to.deep.equal([events, events]);
    });

    it('is half the time-out of an attempt for all reads, and no read begins after it', async () => {
      const processor = stripe.processor(['hang'], { maxRetries: 1, timeoutMs: 600 });
      expect(left(await calls.createRefund.run(processor)())).to.deep.include(unknown);
      expect(stripe.lines().slice(2)).to.deep.equal([events]);
    });

    it('limits the reading of pages, however many there are', async () => {
      const processor = stripe.processor(
        ['reset', { delayMs: 150, reply: more({ ...theirs, id: 'pi_7', created: now }) }],
        { maxRetries: 0, timeoutMs: 1000, clock: () => now },
      );
      const answer = await calls.createPaymentIntent.run(processor, { idempotencyKey: key })();
      expect(left(answer)).to.deep.include(unknown);
      // 500 milliseconds, and 150 for each page: the fourth times out.
      expect(asked().length).to.be.within(2, 4);
    });
  });

  describe('creation with confirmation', () => {
    for (const status of [
      'succeeded',
      'processing',
      'requires_action',
      'requires_capture',
      'requires_confirmation',
      'canceled',
    ]) {
      it(`returns an intent in ${status} as it is now`, async () => {
        const found = ok(wire.list({ ...ours, status }));
        const answer = await run('createPaymentIntent', 'reset', found);
        expect(answer).to.have.nested.property('right.status', status);
        expect(asked()).to.deep.equal([intents]);
      });
    }

    it('stays unknown while the intent may still be confirmed', async () => {
      const fresh = { ...ours, status: 'requires_confirmation', created: now - 60 };
      const answer = await run('createPaymentIntent', 'reset', ok(wire.list(fresh)));
      expect(left(answer)).to.deep.include(unknown);
    });

    const declinedNow = wire.carrying(key, wire.declined);
    const byOther = {
      ...declinedNow,
      last_payment_error: { ...wire.decline, charge: 'ch_3', payment_method: { id: 'pm_2' } },
    };
    const settled = (intent: object, ...then: ReadonlyArray<Reply>) =>
      run('createPaymentIntent', 'reset', ok(wire.list(intent)), ...then);
    const triedOn = (payment_method: string, id: string) => ({
      ...wire.charge,
      id,
      status: 'failed',
      paid: false,
      payment_method,
      failure_code: 'card_declined',
      failure_message: 'Your card has insufficient funds.',
      outcome: { reason: 'insufficient_funds' },
    });

    it('returns the decline of its own event, whatever was tried later', async () => {
      const answer = await settled(byOther, mine(wire.declined, failedType));
      expect(left(answer)).to.deep.equal(cardError);
      expect(asked()).to.deep.equal([intents, events]);
    });

    it('returns the intent as it is when its own event is a challenge that failed later', async () => {
      const answer = await settled(declinedNow, mine({ id: 'pi_1' }, actionType));
      expect(answer).to.have.nested.property('right.status', 'requires_payment_method');
    });

    it('returns the decline of its own card when there is no event yet', async () => {
      expect(left(await settled(declinedNow, nothing))).to.deep.equal(cardError);
      expect(asked()).to.deep.equal([intents, events]);
    });

    it("returns its own card's first failed charge when another card was declined later", async () => {
      const tried = ok(wire.list(triedOn('pm_2', 'ch_3'), triedOn('pm_1', 'ch_2')));
      expect(left(await settled(byOther, nothing, tried))).to.deep.equal(cardError);
      expect(asked()).to.deep.equal([intents, events, charges]);
    });

    it("returns the intent as it is, never another card's decline, when there is none of its own card", async () => {
      const tried = ok(wire.list(triedOn('pm_2', 'ch_3')));
      const answer = await settled(byOther, nothing, tried);
      expect(answer).to.have.nested.property('right.status', 'requires_payment_method');
    });

    it('returns the intent as it is when the failure was not a decline', async () => {
      const error = { ...wire.decline, type: 'invalid_request_error' };
      const answer = await settled({ ...declinedNow, last_payment_error: error }, nothing, nothing);
      expect(answer).to.have.nested.property('right.status', 'requires_payment_method');
    });

    it('stays unknown when its events cannot be read', async () => {
      expect(left(await settled(byOther, 'reset'))).to.deep.include(unknown);
    });
  });

  describe('creation without confirmation', () => {
    for (const intent of [wire.unpaid, wire.declined, wire.intent]) {
      it(`returns the intent as it is, in ${intent.status} too`, async () => {
        const found = wire.carrying(key, intent);
        const processor = processorFor('reset', ok(wire.list(found)));
        const answer = await unconfirmed(processor, { idempotencyKey: key })();
        expect(answer).to.have.nested.property('right.status', intent.status);
        expect(asked()).to.deep.equal([intents]);
      });
    }
  });

  // `calls` confirms with card_1.
  describe('confirmation with a card', () => {
    const paidWith = (payment_method: string | null, status: string) =>
      ok({ ...of(status), payment_method });

    for (const status of ['succeeded', 'processing', 'requires_action', 'requires_capture']) {
      it(`returns the intent with this card in ${status}, without reading events`, async () => {
        const answer = await run('confirmPaymentIntent', 'reset', paidWith('card_1', status));
        expect(answer).to.have.nested.property('right.status', status);
        expect(asked()).to.deep.equal([intentLine]);
      });

      it(`stays unknown when another card's earlier try left the intent in ${status}`, async () => {
        const found = paidWith('card_2', status);
        const answer = await run('confirmPaymentIntent', 'reset', found, others);
        expect(left(answer)).to.deep.include(unknown);
        expect(asked()).to.deep.equal([intentLine, events]);
      });
    }

    for (const status of ['requires_confirmation', 'canceled']) {
      it(`stays unknown when the intent with this card is in ${status}`, async () => {
        const found = paidWith('card_1', status);
        const answer = await run('confirmPaymentIntent', 'reset', found, nothing);
        expect(left(answer)).to.deep.include(unknown);
        expect(asked()).to.deep.equal([intentLine, events]);
      });

      it(`returns the intent in ${status} when its own event has that status`, async () => {
        const told = mine({ ...wire.intent, payment_method: 'card_1' }, actionType);
        const answer = await run('confirmPaymentIntent', 'reset', paidWith('card_1', status), told);
        expect(answer).to.have.nested.property('right.status', status);
      });
    }

    it('returns the outcome of its own event when another card has paid since', async () => {
      const then = { ...wire.unpaid, status: 'requires_action', payment_method: 'card_1' };
      const answer = await run(
        'confirmPaymentIntent',
        'reset',
        paidWith('card_2', 'succeeded'),
        mine(then, actionType),
        ok(wire.list(wire.charge)),
      );
      expect(answer).to.deep.equal(
        E.right({
          ...withCharges(wire.unpaid),
          status: 'requires_action',
          payment_method: 'card_1',
        }),
      );
      expect(asked()).to.deep.equal([intentLine, events, charges]);
    });

    for (const [what, intent] of [
      ['needs another card', ok(wire.declined)],
      ['was paid with another since', paidWith('card_2', 'succeeded')],
      ['was canceled since', paidWith(null, 'canceled')],
    ] as const) {
      it(`returns the decline of its own event when the intent ${what}`, async () => {
        const told = mine(wire.declined, failedType);
        const answer = await run('confirmPaymentIntent', 'reset', intent, told);
        expect(left(answer)).to.deep.equal(cardError);
        expect(asked()).to.deep.equal([intentLine, events]);
      });
    }

    for (const [what, found] of [
      ['is of an earlier confirmation', others],
      ['is of another intent', mine({ ...wire.declined, id: 'pi_2' }, failedType)],
      ['has no event yet', nothing],
    ] as const) {
      it(`stays unknown when the decline ${what}`, async () => {
        const answer = await run('confirmPaymentIntent', 'reset', ok(wire.declined), found);
        expect(left(answer)).to.deep.include(unknown);
      });
    }

    it('stays unknown when the intent cannot be read', async () => {
      const answer = await run('confirmPaymentIntent', 'reset', missing("No such intent: 'pi_1'"));
      expect(left(answer)).to.deep.include(unknown);
    });

    it('reads every type of event that a confirmation causes', async () => {
      await run('confirmPaymentIntent', 'reset', ok(wire.declined), nothing);
      expect(stripe.seen()[2]?.form).to.include({
        'types[0]': 'payment_intent.payment_failed',
        'types[1]': 'payment_intent.requires_action',
        'types[2]': 'payment_intent.processing',
        'types[3]': 'payment_intent.amount_capturable_updated',
        'types[4]': 'payment_intent.succeeded',
      });
    });
  });

  describe('confirmation without a card', () => {
    const confirm = async (...script: ReadonlyArray<Reply>) =>
      processorFor('reset', ...script).confirmPaymentIntent(
        { payment_intent: decoded(PaymentIntentId, 'pi_1') },
        { idempotencyKey: key },
      )();

    it('returns the paid intent, since an intent is charged only once', async () => {
      expect(await confirm(ok(wire.intent))).to.have.nested.property('right.status', 'succeeded');
      expect(asked()).to.deep.equal([intentLine]);
    });

    for (const status of ['requires_action', 'processing', 'requires_capture']) {
      it(`stays unknown in ${status}, which may come from an earlier call`, async () => {
        expect(left(await confirm(ok(of(status)), others))).to.deep.include(unknown);
        expect(asked()).to.deep.equal([intentLine, events]);
      });

      it(`returns the intent in ${status} when its own event has that status`, async () => {
        const told = mine(wire.intent, 'payment_intent.processing');
        expect(await confirm(ok(of(status)), told)).to.have.nested.property('right.status', status);
      });
    }
  });

  describe('capture', () => {
    const received = (amount: number, status = 'succeeded') =>
      ok({ ...of(status), amount_received: amount });

    it('returns the intent that has received the asked amount', async () => {
      const answer = await run('capturePaymentIntent', 'reset', received(1500));
      expect(answer).to.have.nested.property('right.amount_received', 1500);
      expect(asked()).to.deep.equal([intentLine]);
    });

    it('without an amount, returns the intent that has received all', async () => {
      const processor = stripe.processor(['reset', received(1999)], { maxRetries: 0 });
      const payment_intent = decoded(PaymentIntentId, 'pi_1');
      const answer = await processor.capturePaymentIntent({ payment_intent })();
      expect(answer).to.have.nested.property('right.amount_received', 1999);
    });

    for (const [what, found] of [
      ['has received another amount', received(1999)],
      ['is still held', received(0, 'requires_capture')],
      ['was canceled', received(0, 'canceled')],
      ['does not say what it has received', ok(of('succeeded'))],
    ] as const) {
      it(`stays unknown when the intent ${what}`, async () => {
        expect(left(await run('capturePaymentIntent', 'reset', found))).to.deep.include(unknown);
      });
    }
  });

  describe('cancellation', () => {
    it('returns the canceled intent', async () => {
      const answer = await run('cancelPaymentIntent', 'reset', ok(of('canceled')));
      expect(answer).to.have.nested.property('right.status', 'canceled');
      expect(asked()).to.deep.equal([intentLine]);
    });

    it('stays unknown when the intent is not canceled', async () => {
      const answer = await run('cancelPaymentIntent', 'reset', ok(wire.unpaid));
      expect(left(answer)).to.deep.include(unknown);
    });
  });

  describe('removal', () => {
    const removal =
      (options?: CallOptions) =>
      (name: 'deleteCustomer' | 'deleteCard', ...script: ReadonlyArray<Reply>) =>
        calls[name].run(stripe.processor(script, { maxRetries: 1 }), options)();
    const remove = removal();
    const removeInDoubt = removal({ inDoubtSince: 1_700_000_000 });

    const customerLine = 'GET /v1/customers/cus_1';

    it('returns the deleted customer when a retry does not find it', async () => {
      const script = [
        'reset',
        missing("No such customer: 'cus_1'"),
        ok(wire.deletedCustomer),
      ] as const;
      expect(await remove('deleteCustomer', ...script)).to.deep.equal(
        E.right(wire.deletedCustomer),
      );
      expect(stripe.lines().at(-1)).to.equal(customerLine);
    });

    it('returns the deleted customer when no response ever comes', async () => {
      const script = ['reset', 'cut', ok(wire.deletedCustomer)] as const;
      expect(await remove('deleteCustomer', ...script)).to.deep.equal(
        E.right(wire.deletedCustomer),
      );
    });

    it('stays unknown while the customer exists', async () => {
      const answer = await remove('deleteCustomer', 'reset', 'reset', ok(wire.customer));
      expect(left(answer)).to.deep.include(unknown);
    });

    it('stays refused when the customer never existed', async () => {
      const gone = missing("No such customer: 'cus_1'");
      const answer = await remove('deleteCustomer', 'reset', gone, gone);
      expect(left(answer)).to.deep.include({ _tag: 'ProcessorRefused', status: 404 });
    });

    const cardLine = 'GET /v1/customers/cus_1/sources/card_1';

    for (const message of [
      "No such source: 'card_1'",
      'Customer cus_1 does not have a card with ID card_1',
    ]) {
      it(`returns the deleted card when a retry does not find it: ${message}`, async () => {
        const answer = await remove('deleteCard', 'reset', missing(message));
        expect(answer).to.deep.equal(E.right(wire.deletedCard));
        expect(stripe.lines().at(-1)).to.equal(cardLine);
      });
    }

    it('returns the deleted card when no response ever comes', async () => {
      const script = ['reset', 'cut', missing("No such source: 'card_1'")] as const;
      expect(await remove('deleteCard', ...script)).to.deep.equal(E.right(wire.deletedCard));
    });

    it('stays unknown while the card exists', async () => {
      const answer = await remove('deleteCard', 'reset', 'reset', ok(wire.card));
      expect(left(answer)).to.deep.include(unknown);
    });

    it("is refused when a retry does not find the card's customer", async () => {
      const answer = await remove('deleteCard', 'reset', missing("No such customer: 'cus_1'"));
      expect(left(answer)).to.deep.include({ _tag: 'ProcessorRefused', code: 'resource_missing' });
    });

    it('returns the deleted object when the first attempt does not find what an earlier call may have deleted', async () => {
      const noCustomer = missing("No such customer: 'cus_1'");
      const noCard = missing("No such source: 'card_1'");
      expect(
        await removeInDoubt('deleteCustomer', noCustomer, ok(wire.deletedCustomer)),
      ).to.deep.equal(E.right(wire.deletedCustomer));
      expect(await removeInDoubt('deleteCard', noCard, noCard)).to.deep.equal(
        E.right(wire.deletedCard),
      );
    });

    it('stays refused when the object never existed, so that no earlier call can have deleted it', async () => {
      const gone = missing("No such customer: 'cus_1'");
      const answer = await removeInDoubt('deleteCustomer', gone, gone, gone);
      expect(left(answer)).to.deep.include({ _tag: 'ProcessorRefused', status: 404 });
    });

    it('stays unknown when an earlier call may have deleted it and the look-up fails', async () => {
      const gone = missing("No such customer: 'cus_1'");
      const answer = await removeInDoubt('deleteCustomer', gone, 'reset', 'reset');
      expect(left(answer)).to.deep.include(unknown);
    });

    for (const [name, message] of [
      ['deleteCustomer', "No such customer: 'cus_1'"],
      ['deleteCard', "No such source: 'card_1'"],
    ] as const) {
      it(`${name} is refused when the first attempt does not find it`, async () => {
        const answer = await remove(name, missing(message));
        expect(left(answer)).to.deep.include({ _tag: 'ProcessorRefused', status: 404 });
        expect(stripe.seen()).to.have.lengthOf(1);
      });

      it(`${name} is refused when a first attempt was turned away`, async () => {
        const busy = refuse(429, { code: 'lock_timeout' }, { 'stripe-should-retry': 'true' });
        const answer = await remove(name, busy, missing(message));
        expect(left(answer)).to.deep.include({ _tag: 'ProcessorRefused', status: 404 });
      });
    }
  });
});
