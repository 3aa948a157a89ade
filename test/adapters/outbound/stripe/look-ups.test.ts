import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type {
  CallOptions,
  PaymentProcessor,
} from '../../../../src/application/ports/payment-processor.js';
import { CustomerId, PaymentIntentId, PaymentMethodId } from '../../../../src/domain/ids.js';
import { Cents } from '../../../../src/domain/money.js';
import { decoded } from '../../../support/decoded.js';
import { calls } from './support/calls.js';
import { left } from './support/left.js';
import { ok, refuse } from './support/replies.js';
import { type Reply, useScriptedStripe } from './support/use-scripted-stripe.js';
import { wire } from './support/wire.js';

type Name =
  | 'createPaymentIntent'
  | 'confirmPaymentIntent'
  | 'capturePaymentIntent'
  | 'cancelPaymentIntent'
  | 'createRefund'
  | 'deleteCustomer'
  | 'deleteCard';

const key = 'order-42';
const events = 'GET /v1/events';
const intentLine = 'GET /v1/payment_intents/pi_1';
const now = 1_800_000_000;

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
  declineCode: 'insufficient_funds',
  param: null,
  charge: 'ch_2',
  paymentIntent: 'pi_1',
};

const unknown = { _tag: 'ProcessorUnavailable', outcome: 'unknown' };
const mine = (object: object) => ok(wire.list(wire.event('evt_1', key, object)));
const others = ok(
  wire.list(wire.event('evt_2', 'other', wire.intent), wire.event('evt_3', null, wire.intent)),
);
const nothing = ok(wire.list());
const of = (status: string) => ({ ...wire.intent, status });

const unconfirmed = (processor: PaymentProcessor, idempotencyKey: string) =>
  processor.createPaymentIntent(
    {
      amount: decoded(Cents, 1999),
      currency: 'eur',
      customer: decoded(CustomerId, 'cus_1'),
      payment_method: decoded(PaymentMethodId, 'pm_1'),
      confirmation_method: 'manual',
      confirm: false,
    },
    { idempotencyKey },
  );

describe('changes whose answer was lost', () => {
  const stripe = useScriptedStripe();

  /** One attempt, and what its look-up asks after that. */
  const run = async (name: Name, first: Reply, ...then: ReadonlyArray<Reply>) => {
    const processor = stripe.processor([first, ...then], { maxRetries: 0, clock: () => now });
    return calls[name].run(processor, { idempotencyKey: key })();
  };

  const asked = () => stripe.lines().slice(1);

  const reused = refuse(400, { type: 'idempotency_error' });

  for (const [what, turnedAway] of [
    ['for the rate', refuse(429, { code: 'rate_limit' })],
    ['for other parameters of its key, as another version sent them', reused],
  ] as const) {
    it(`what an earlier call may have made is found when this one is turned away ${what}`, async () => {
      const script = [turnedAway, mine({ id: 'pi_1' }), ok(wire.intent)];
      const processor = stripe.processor(script, { maxRetries: 0, clock: () => now });
      const inDoubt = { idempotencyKey: key, inDoubtSince: 1_700_000_000 };
      expect(await calls.createPaymentIntent.run(processor, inDoubt)()).to.deep.equal(
        E.right(withCharges(wire.intent)),
      );
      expect(asked()).to.deep.equal([events, intentLine]);
    });
  }

  it('a key of another request is refused, also where an attempt of the same call was lost', async () => {
    const processor = stripe.processor(['reset', reused], { maxRetries: 1, clock: () => now });
    const answer = await calls.createPaymentIntent.run(processor, { idempotencyKey: key })();
    expect(left(answer)).to.deep.include({ _tag: 'ProcessorRefused', status: 400 });
    expect(stripe.seen()).to.have.lengthOf(2);
  });

  it('what an earlier call may have made stays unknown when this one is turned away', async () => {
    const processor = stripe.processor([refuse(429, { code: 'rate_limit' }), nothing], {
      maxRetries: 0,
      clock: () => now,
    });
    const inDoubt = { idempotencyKey: key, inDoubtSince: 1_700_000_000 };
    expect(left(await calls.createPaymentIntent.run(processor, inDoubt)())).to.deep.include(
      unknown,
    );
  });

  for (const [what, first] of [
    ['reset', 'reset'],
    ['cut short', 'cut'],
    ['failed', failed],
    ['key in use', inUse],
  ] as const) {
    it(`a created intent is found by its idempotency key (${what})`, async () => {
      const answer = await run('createPaymentIntent', first, mine({ id: 'pi_1' }), ok(wire.intent));
      expect(answer).to.deep.equal(E.right(withCharges(wire.intent)));
      expect(asked()).to.deep.equal([events, intentLine]);
      expect(stripe.seen()[1]?.form).to.deep.equal({
        type: 'payment_intent.created',
        'created[gte]': String(now - 24 * 60 * 60),
        limit: '100',
      });
      expect(stripe.seen()[2]?.form).to.deep.equal({ 'expand[0]': 'latest_charge' });
    });

    it(`a refund is found by its idempotency key (${what})`, async () => {
      const answer = await run('createRefund', first, mine({ id: 're_1' }), ok(wire.refund));
      expect(answer).to.deep.equal(E.right(wire.refund));
      expect(asked()).to.deep.equal([events, 'GET /v1/refunds/re_1']);
      expect(stripe.seen()[1]?.form).to.include({ type: 'refund.created' });
    });
  }

  for (const name of ['createPaymentIntent', 'createRefund'] as const) {
    it(`${name} stays unknown when only others' events are there`, async () => {
      expect(left(await run(name, 'reset', others))).to.deep.include(unknown);
      expect(asked()).to.deep.equal([events]);
    });

    it(`${name} stays a failure of the processor when nothing is found`, async () => {
      expect(left(await run(name, failed, nothing))).to.deep.include({
        _tag: 'ProcessorFailed',
        status: 500,
      });
    });

    it(`${name} stays refused when the key is in use and nothing is found`, async () => {
      expect(left(await run(name, inUse, nothing))).to.deep.include({
        _tag: 'ProcessorRefused',
        status: 409,
      });
    });

    for (const [what, reply] of [
      ['lost', 'reset'],
      ['refused', refuse(403, {})],
      ['not what they should be', ok({ object: 'list', data: [{}], has_more: false, url: '/' })],
    ] as const) {
      it(`${name} stays unknown when the events are ${what}`, async () => {
        expect(left(await run(name, 'reset', reply))).to.deep.include(unknown);
        expect(asked(), 'once').to.deep.equal([events]);
      });
    }

    it(`${name} is not looked up after a refusal`, async () => {
      left(await run(name, refuse(400, {}), nothing));
      expect(asked()).to.deep.equal([]);
    });

    it(`${name} is not looked up after a lost answer and a refusal`, async () => {
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

  it('events are read page by page, up to the third', async () => {
    const more = (id: string) =>
      ok({ ...wire.list(wire.event(id, 'other', wire.intent)), has_more: true });
    const pages = [more('evt_1'), more('evt_2'), more('evt_3'), mine({ id: 'pi_1' })];
    expect(left(await run('createPaymentIntent', 'reset', ...pages))).to.deep.include(unknown);
    expect(asked()).to.deep.equal([events, events, events]);
    const cursors = stripe.seen().map(({ form }) => form['starting_after']);
    expect(cursors.slice(1)).to.deep.equal([undefined, 'evt_1', 'evt_2']);
  });

  it('an event on a later page is found', async () => {
    const first = ok({ ...wire.list(wire.event('evt_9', 'other', wire.intent)), has_more: true });
    const answer = await run(
      'createPaymentIntent',
      'reset',
      first,
      mine({ id: 'pi_1' }),
      ok(wire.intent),
    );
    expect(answer).to.deep.equal(E.right(withCharges(wire.intent)));
  });

  it('is looked up after the retries, as often again, while nothing is found', async () => {
    const script: ReadonlyArray<Reply> = [
      'reset',
      'reset',
      'reset',
      nothing,
      nothing,
      mine({ id: 're_1' }),
      ok(wire.refund),
    ];
    const processor = stripe.processor(script, { maxRetries: 2 });
    const answer = await calls.createRefund.run(processor, { idempotencyKey: key })();
    expect(answer).to.deep.equal(E.right(wire.refund));
    const post = 'POST /v1/refunds';
    expect(stripe.lines()).to.deep.equal([
      post,
      post,
      post,
      events,
      events,
      events,
      'GET /v1/refunds/re_1',
    ]);
  });

  it('is looked up again when a look-up is lost', async () => {
    const script: ReadonlyArray<Reply> = ['reset', 'reset', 'reset', nothing];
    const processor = stripe.processor(script, { maxRetries: 1 });
    expect(left(await calls.createRefund.run(processor)())).to.deep.include(unknown);
    expect(stripe.lines().slice(2)).to.deep.equal([events, events]);
  });

  it('is looked up once when that takes as long as an attempt', async () => {
    const processor = stripe.processor(['hang'], { maxRetries: 2, timeoutMs: 100 });
    expect(left(await calls.createRefund.run(processor)())).to.deep.include(unknown);
    expect(stripe.lines().slice(3)).to.deep.equal([events]);
  });

  it('is looked up no more often than that', async () => {
    const processor = stripe.processor(['reset', 'reset', nothing], { maxRetries: 1 });
    expect(left(await calls.createRefund.run(processor)())).to.deep.include(unknown);
    expect(stripe.lines().slice(2)).to.deep.equal([events, events]);
  });

  it('without a key of the caller is looked up by the one that was sent', async () => {
    const processor = stripe.processor(['reset', nothing], { maxRetries: 0 });
    await calls.createRefund.run(processor)();
    expect(stripe.seen()[0]?.headers['idempotency-key']).to.match(/^[0-9a-f-]{36}$/);
    expect(asked()).to.deep.equal([events]);
  });

  describe('creation with confirmation', () => {
    for (const status of ['succeeded', 'processing', 'requires_action', 'requires_capture']) {
      it(`answers an intent in ${status}`, async () => {
        const answer = await run(
          'createPaymentIntent',
          'reset',
          mine({ id: 'pi_1' }),
          ok(of(status)),
        );
        expect(answer).to.have.nested.property('right.status', status);
      });
    }

    it('answers the decline that it ended in', async () => {
      const answer = await run(
        'createPaymentIntent',
        'reset',
        mine({ id: 'pi_1' }),
        ok(wire.declined),
      );
      expect(left(answer)).to.deep.equal(cardError);
    });

    for (const [what, intent] of [
      ['is not confirmed yet', of('requires_confirmation')],
      ['was canceled since', of('canceled')],
      ['has no decline', of('requires_payment_method')],
      [
        'failed for another reason than a decline',
        {
          ...wire.declined,
          last_payment_error: { ...wire.decline, type: 'invalid_request_error' },
        },
      ],
    ] as const) {
      it(`stays unknown when the intent ${what}`, async () => {
        const answer = await run('createPaymentIntent', 'reset', mine({ id: 'pi_1' }), ok(intent));
        expect(left(answer)).to.deep.include(unknown);
      });
    }
  });

  describe('creation without confirmation', () => {
    it('answers the intent as it is', async () => {
      const processor = stripe.processor(['reset', mine({ id: 'pi_1' }), ok(wire.unpaid)], {
        maxRetries: 0,
      });
      const answer = await unconfirmed(processor, key)();
      expect(answer).to.deep.equal(E.right(withCharges(wire.unpaid)));
    });
  });

  describe('confirmation', () => {
    for (const status of ['succeeded', 'processing', 'requires_action', 'requires_capture']) {
      it(`answers the intent in ${status}, without asking for events`, async () => {
        const answer = await run('confirmPaymentIntent', 'reset', ok(of(status)));
        expect(answer).to.have.nested.property('right.status', status);
        expect(asked()).to.deep.equal([intentLine]);
      });
    }

    it('answers the decline that its own event tells', async () => {
      const answer = await run(
        'confirmPaymentIntent',
        'reset',
        ok(wire.declined),
        mine(wire.declined),
      );
      expect(left(answer)).to.deep.equal(cardError);
      expect(asked()).to.deep.equal([intentLine, events]);
      expect(stripe.seen()[2]?.form).to.include({ type: 'payment_intent.payment_failed' });
    });

    for (const [what, found] of [
      ['is of an earlier confirmation', others],
      ['is of another intent', mine({ ...wire.declined, id: 'pi_2' })],
      ['is told by no event yet', nothing],
    ] as const) {
      it(`stays unknown when the decline ${what}`, async () => {
        const answer = await run('confirmPaymentIntent', 'reset', ok(wire.declined), found);
        expect(left(answer)).to.deep.include(unknown);
      });
    }

    for (const status of ['requires_confirmation', 'canceled']) {
      it(`stays unknown when the intent is in ${status}`, async () => {
        const answer = await run('confirmPaymentIntent', 'reset', ok(of(status)));
        expect(left(answer)).to.deep.include(unknown);
        expect(asked()).to.deep.equal([intentLine]);
      });
    }

    it('stays unknown when the intent cannot be read', async () => {
      const answer = await run('confirmPaymentIntent', 'reset', missing("No such intent: 'pi_1'"));
      expect(left(answer)).to.deep.include(unknown);
    });
  });

  describe('capture', () => {
    const received = (amount: number, status = 'succeeded') =>
      ok({ ...of(status), amount_received: amount });

    it('answers the intent that has received what was to be taken', async () => {
      const answer = await run('capturePaymentIntent', 'reset', received(1500));
      expect(answer).to.have.nested.property('right.amount_received', 1500);
      expect(asked()).to.deep.equal([intentLine]);
    });

    it('without an amount answers the intent that has received all', async () => {
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
    it('answers the canceled intent', async () => {
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

    it('answers the deleted customer when a repetition does not find it', async () => {
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

    it('answers the deleted customer when nobody ever answers', async () => {
      const script = ['reset', 'cut', ok(wire.deletedCustomer)] as const;
      expect(await remove('deleteCustomer', ...script)).to.deep.equal(
        E.right(wire.deletedCustomer),
      );
    });

    it('stays unknown while the customer is there', async () => {
      const answer = await remove('deleteCustomer', 'reset', 'reset', ok(wire.customer));
      expect(left(answer)).to.deep.include(unknown);
    });

    it('stays refused when the customer never was there', async () => {
      const gone = missing("No such customer: 'cus_1'");
      const answer = await remove('deleteCustomer', 'reset', gone, gone);
      expect(left(answer)).to.deep.include({ _tag: 'ProcessorRefused', status: 404 });
    });

    const cardLine = 'GET /v1/customers/cus_1/sources/card_1';

    for (const message of [
      "No such source: 'card_1'",
      'Customer cus_1 does not have a card with ID card_1',
    ]) {
      it(`answers the deleted card when a repetition does not find it: ${message}`, async () => {
        const answer = await remove('deleteCard', 'reset', missing(message));
        expect(answer).to.deep.equal(E.right(wire.deletedCard));
        expect(stripe.lines().at(-1)).to.equal(cardLine);
      });
    }

    it('answers the deleted card when nobody ever answers', async () => {
      const script = ['reset', 'cut', missing("No such source: 'card_1'")] as const;
      expect(await remove('deleteCard', ...script)).to.deep.equal(E.right(wire.deletedCard));
    });

    it('stays unknown while the card is there', async () => {
      const answer = await remove('deleteCard', 'reset', 'reset', ok(wire.card));
      expect(left(answer)).to.deep.include(unknown);
    });

    it('is refused when a repetition does not find the customer of the card', async () => {
      const answer = await remove('deleteCard', 'reset', missing("No such customer: 'cus_1'"));
      expect(left(answer)).to.deep.include({ _tag: 'ProcessorRefused', code: 'resource_missing' });
    });

    it('answers what an earlier call may have deleted when the first attempt does not find it', async () => {
      const noCustomer = missing("No such customer: 'cus_1'");
      const noCard = missing("No such source: 'card_1'");
      expect(
        await removeInDoubt('deleteCustomer', noCustomer, ok(wire.deletedCustomer)),
      ).to.deep.equal(E.right(wire.deletedCustomer));
      expect(await removeInDoubt('deleteCard', noCard, noCard)).to.deep.equal(
        E.right(wire.deletedCard),
      );
    });

    it('stays refused when an earlier call cannot have deleted what never was there', async () => {
      const gone = missing("No such customer: 'cus_1'");
      const answer = await removeInDoubt('deleteCustomer', gone, gone, gone);
      expect(left(answer)).to.deep.include({ _tag: 'ProcessorRefused', status: 404 });
    });

    it('stays unknown when an earlier call may have deleted it and nobody answers the look', async () => {
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
