import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { CustomerId, SetupIntentId } from '../../../../src/domain/ids.js';
import { decoded } from '../../../support/inputs/decoded.js';
import { calls } from './support/calls.js';
import { left } from './support/outcomes.js';
import { ok, type Reply, refuse, useScriptedStripe } from './support/use-scripted-stripe.js';
import { wire } from './support/wire.js';

const key = 'member-42';
const now = 1_800_000_000;
const intents = 'GET /v1/setup_intents';
const intentLine = 'GET /v1/setup_intents/seti_1';
const events = 'GET /v1/events';

const failedType = 'setup_intent.setup_failed';
const actionType = 'setup_intent.requires_action';

const ours = wire.carrying(key, wire.setupIntent);
const declinedNow = wire.carrying(key, wire.declinedSetup);
const nothing = ok(wire.list());
const mine = (object: object, type: string) =>
  ok(wire.list(wire.event('evt_1', key, object, type)));
const others = ok(wire.list(wire.event('evt_2', 'other', wire.declinedSetup, failedType)));

const cardError = {
  _tag: 'CardError',
  message: 'Your card was declined.',
  code: 'card_declined',
  decline_code: 'generic_decline',
  param: null,
  charge: null,
  payment_intent: null,
  setup_intent: 'seti_1',
};
const unknown = { _tag: 'ProcessorUnavailable', outcome: 'unknown' };

describe('setup intents at Stripe', () => {
  const stripe = useScriptedStripe();
  const options = { idempotencyKey: key };

  const processorFor = (...script: ReadonlyArray<Reply>) =>
    stripe.processor(script, { maxRetries: 0, clock: () => now });
  const asked = () => stripe.lines().slice(1);

  it('a decline names the setup intent', async () => {
    const decline = { ...wire.declinedSetup.last_setup_error, setup_intent: wire.declinedSetup };
    const answer = await calls.confirmSetupIntent.run(processorFor(refuse(402, decline)))();
    expect(left(answer)).to.deep.equal(cardError);
  });

  it('a decline without codes has null there', async () => {
    const { type, message } = wire.declinedSetup.last_setup_error;
    const told = mine({ ...wire.declinedSetup, last_setup_error: { type, message } }, failedType);
    const processor = processorFor('reset', ok(wire.declinedSetup), told);
    const answer = await calls.confirmSetupIntent.run(processor, options)();
    expect(left(answer)).to.deep.equal({ ...cardError, code: null, decline_code: null });
  });

  describe('a creation whose response was lost', () => {
    const created = (...found: ReadonlyArray<Reply>) =>
      calls.createSetupIntent.run(processorFor('reset', ...found), options)();
    const listed = (intent: object) =>
      ok(wire.list({ ...ours, id: 'seti_9', metadata: {} }, intent));

    for (const status of ['succeeded', 'requires_action', 'processing', 'canceled']) {
      it(`is found by the key in its metadata, in ${status}`, async () => {
        expect(await created(listed({ ...ours, status }))).to.deep.equal(
          E.right({ ...ours, status }),
        );
        expect(asked()).to.deep.equal([intents]);
        expect(stripe.seen()[1]?.form).to.deep.equal({
          customer: 'cus_1',
          'created[gte]': String(now - 24 * 60 * 60 - 300),
          limit: '100',
        });
      });
    }

    it('stays unknown when only setups of other calls exist', async () => {
      const other = { ...ours, metadata: { pasarela_key: 'member-41' } };
      expect(left(await created(listed(other)))).to.deep.include(unknown);
      expect(asked()).to.deep.equal([intents]);
    });

    it('stays unknown while the intent may still be confirmed', async () => {
      const fresh = { ...ours, created: now - 60 };
      expect(left(await created(listed(fresh)))).to.deep.include(unknown);
    });

    it('returns the unconfirmed intent after five minutes', async () => {
      const answer = await created(listed({ ...ours, created: now - 301 }));
      expect(answer).to.have.nested.property('right.status', 'requires_confirmation');
    });

    it('is refused like by the processor when its key belongs to a setup of another customer', async () => {
      const error = left(await created(listed({ ...ours, customer: 'cus_2' })));
      expect(error).to.deep.include({ status: 400, code: 'idempotency_error' });
    });

    it('without a key in the metadata is found by its event', async () => {
      const uncarried = { ...options, inDoubtSince: now - 60 };
      const found = mine({ id: 'seti_1' }, 'setup_intent.created');
      const script = ['reset', found, ok({ ...wire.setupIntent, status: 'succeeded' })] as const;
      const answer = await calls.createSetupIntent.run(processorFor(...script), uncarried)();
      expect(answer).to.have.nested.property('right.status', 'succeeded');
      expect(asked()).to.deep.equal([events, intentLine]);
      expect(stripe.seen()[1]?.form).to.include({ 'types[0]': 'setup_intent.created' });
    });

    it('returns the decline of its own event', async () => {
      const later = { ...declinedNow, last_setup_error: { type: 'invalid_request_error' } };
      const answer = await created(listed(later), mine(wire.declinedSetup, failedType));
      expect(left(answer)).to.deep.equal(cardError);
      expect(asked()).to.deep.equal([intents, events]);
    });

    it('returns the decline of its own card when there is no event yet', async () => {
      expect(left(await created(listed(declinedNow), nothing))).to.deep.equal(cardError);
    });

    for (const [what, intent, told] of [
      ['its own event is a challenge that failed later', declinedNow, mine(ours, actionType)],
      [
        "the decline is another card's",
        {
          ...declinedNow,
          last_setup_error: { ...wire.declinedSetup.last_setup_error, payment_method: null },
        },
        nothing,
      ],
      ['the failure was not a decline', { ...declinedNow, last_setup_error: null }, others],
    ] as const) {
      it(`returns the intent as it is when ${what}`, async () => {
        const answer = await created(listed(intent), told);
        expect(answer).to.have.nested.property('right.status', 'requires_payment_method');
      });
    }

    it('without confirmation returns the intent as it is', async () => {
      const processor = processorFor('reset', listed(declinedNow));
      const customer = decoded(CustomerId, 'cus_1');
      const answer = await processor.createSetupIntent({ customer, confirm: false }, options)();
      expect(answer).to.have.nested.property('right.status', 'requires_payment_method');
      expect(asked()).to.deep.equal([intents]);
    });
  });

  // `calls` confirms with card_1.
  describe('a confirmation whose response was lost', () => {
    const confirmed = (...found: ReadonlyArray<Reply>) =>
      calls.confirmSetupIntent.run(processorFor('reset', ...found), options)();
    const intentNow = (status: string, payment_method: string | null = 'card_1') =>
      ok({ ...wire.setupIntent, status, payment_method });

    for (const status of ['succeeded', 'requires_action', 'processing']) {
      it(`returns the intent with this card in ${status}, without reading events`, async () => {
        expect(await confirmed(intentNow(status))).to.have.nested.property('right.status', status);
        expect(asked()).to.deep.equal([intentLine]);
      });

      it(`stays unknown when another card left the intent in ${status}`, async () => {
        expect(left(await confirmed(intentNow(status, 'card_2'), others))).to.deep.include(unknown);
        expect(asked()).to.deep.equal([intentLine, events]);
      });
    }

    it('stays unknown when the intent is not confirmed', async () => {
      expect(left(await confirmed(intentNow('requires_confirmation'), nothing))).to.deep.include(
        unknown,
      );
      expect(stripe.seen()[2]?.form).to.include({
        'types[0]': 'setup_intent.setup_failed',
        'types[1]': 'setup_intent.requires_action',
        'types[2]': 'setup_intent.succeeded',
      });
    });

    it('returns the decline of its own event', async () => {
      const told = mine(wire.declinedSetup, failedType);
      expect(left(await confirmed(ok(wire.declinedSetup), told))).to.deep.equal(cardError);
    });

    for (const [what, told] of [
      ['of another call', others],
      ['of another setup', mine({ ...wire.declinedSetup, id: 'seti_2' }, failedType)],
    ] as const) {
      it(`stays unknown when the decline is ${what}`, async () => {
        expect(left(await confirmed(ok(wire.declinedSetup), told))).to.deep.include(unknown);
      });
    }

    it('returns the canceled intent when its own event was a challenge', async () => {
      const told = mine({ ...wire.setupIntent, payment_method: 'card_1' }, actionType);
      const answer = await confirmed(intentNow('canceled'), told);
      expect(answer).to.have.nested.property('right.status', 'canceled');
    });

    it('returns the outcome of its own event when another card was saved since', async () => {
      const then = { ...wire.setupIntent, status: 'requires_action', payment_method: 'card_1' };
      const answer = await confirmed(intentNow('succeeded', 'card_2'), mine(then, actionType));
      expect(answer).to.deep.equal(E.right(then));
    });

    const withoutCard = (...found: ReadonlyArray<Reply>) =>
      processorFor('reset', ...found).confirmSetupIntent(
        { setup_intent: decoded(SetupIntentId, 'seti_1') },
        options,
      )();

    it('without a card returns the saved intent, since an intent succeeds only once', async () => {
      const answer = await withoutCard(intentNow('succeeded'));
      expect(answer).to.have.nested.property('right.status', 'succeeded');
    });

    it('without a card stays unknown in requires_action, which may come from another call', async () => {
      const answer = await withoutCard(intentNow('requires_action'), others);
      expect(left(answer)).to.deep.include(unknown);
    });
  });

  describe('a cancellation whose response was lost', () => {
    const canceled = (status: string) =>
      calls.cancelSetupIntent.run(
        processorFor('reset', ok({ ...wire.setupIntent, status })),
        options,
      )();

    it('returns the canceled intent', async () => {
      expect(await canceled('canceled')).to.have.nested.property('right.status', 'canceled');
      expect(asked()).to.deep.equal([intentLine]);
    });

    it('stays unknown when the intent is not canceled', async () => {
      expect(left(await canceled('requires_confirmation'))).to.deep.include(unknown);
    });
  });
});
