import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  decidePayment,
  outcomeAfter,
  refreshedOutcome,
} from '../../../src/application/events/payment-outcomes.js';
import type { SnapshotEvent } from '../../../src/domain/events/processor-event.js';
import type { StoredEvent } from '../../../src/domain/events/stored-event.js';
import type { CheckoutSession } from '../../../src/domain/objects/checkout-session.js';
import type { PaymentIntent } from '../../../src/domain/objects/payment-intent.js';
import { at } from '../../support/json/at.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const { intent, checkoutSession, storedEvent, eventHistory, listOf } = processorObjects;

const inStatus = (status: string): PaymentIntent => ({ ...intent, status });
const session = (fields: Partial<CheckoutSession>): CheckoutSession => ({
  ...checkoutSession,
  ...fields,
});

describe('decidePayment', () => {
  const open = session({ status: 'open' });
  const complete = session({ status: 'complete' });
  const expired = session({ status: 'expired' });
  const free = session({ status: 'complete', payment_status: 'no_payment_required' });

  for (const [what, facts, decision] of [
    ['succeeded', { intent: inStatus('succeeded') }, 'paid'],
    ['succeeded after it was processing', { intent: inStatus('succeeded'), was: true }, 'paid'],
    ['canceled', { intent: inStatus('canceled') }, 'canceled'],
    ['processing', { intent: inStatus('processing'), was: true }, null],
    ['authorized', { intent: inStatus('requires_capture') }, null],
    ['authorized by Checkout', { intent: inStatus('requires_capture'), session: complete }, null],
    ['waiting for the customer', { intent: inStatus('requires_action') }, null],
    ['declined, but open', { intent: inStatus('requires_payment_method') }, null],
    [
      'failed after processing',
      { intent: inStatus('requires_payment_method'), was: true },
      'failed',
    ],
    [
      'declined on an open page',
      { intent: inStatus('requires_payment_method'), session: open },
      null,
    ],
    [
      'failed after its page was complete',
      { intent: inStatus('requires_payment_method'), session: complete },
      'failed',
    ],
    [
      'declined on a page that expired',
      { intent: inStatus('requires_payment_method'), session: expired },
      'expired',
    ],
    [
      'left at the bank, from a page that expired',
      { intent: inStatus('requires_action'), session: expired },
      'expired',
    ],
    ['in a status of the future', { intent: inStatus('requires_magic') }, null],
    ['of a page that expired unused', { session: expired }, 'expired'],
    ['of an open page', { session: open }, null],
    ['of a page with nothing to pay', { session: free }, 'paid'],
    ['of a page that saves a card', { session: { ...free, mode: 'setup' } }, null],
    ['unknown', {}, null],
  ] as const) {
    it(`decides ${String(decision)} for a payment that is ${what}`, () => {
      const given: {
        readonly intent?: PaymentIntent;
        readonly session?: CheckoutSession;
        readonly was?: boolean;
      } = facts;
      const decided = decidePayment({
        intent: given.intent ?? null,
        session: given.session ?? null,
        wasProcessing: given.was ?? false,
      });
      expect(decided?.type === 'payment_lost' ? decided.reason : (decided?.type ?? null)).to.equal(
        decision,
      );
    });
  }
});

const eventOf = (type: string, object: object, fields: object = {}): SnapshotEvent => ({
  id: 'evt_1',
  object: 'event',
  type,
  created: 1_700_000_000,
  data: { object: { ...object } },
  ...fields,
});

const missing = TE.left({
  _tag: 'ProcessorRefused',
  status: 404,
  message: 'No such payment_intent',
  code: 'resource_missing',
  param: 'intent',
} as const);

const depsOf = (given: {
  readonly intent?: PaymentIntent | null;
  readonly session?: CheckoutSession;
  /** Whether the event of the processor that says `processing` is still stored. */
  readonly processing?: boolean;
  /** The ids of events that are known, with or without their payload. */
  readonly known?: ReadonlyArray<string>;
}) => ({
  ...explodingDependencies,
  clock: () => 1_700_000_100,
  retrievePaymentIntent: () =>
    given.intent === null ? missing : TE.right(given.intent ?? inStatus('succeeded')),
  retrieveCheckoutSession: () => TE.right(given.session ?? checkoutSession),
  listCheckoutSessions: () =>
    TE.right(given.session ? listOf(given.session) : listOf<CheckoutSession>()),
  eventStore: {
    ...explodingDependencies.eventStore,
    find: (id: string) =>
      TE.right(given.known?.includes(id) === true ? O.some(eventHistory) : O.none),
    list: () =>
      TE.right(O.some(given.processing === true ? listOf(storedEvent) : listOf<StoredEvent>())),
  },
});

const aboutIntent = (type: string, fields: object = {}): SnapshotEvent =>
  eventOf(type, { object: 'payment_intent', id: 'pi_1', ...fields });
const succeeded = aboutIntent('payment_intent.succeeded');
const failed = aboutIntent('payment_intent.payment_failed');
const waiting = inStatus('requires_payment_method');
const mark = 'payment_processing_pi_1';

const verdict = async (
  deps: Parameters<typeof outcomeAfter>[0],
  event: SnapshotEvent,
): Promise<{ readonly mark: unknown; readonly decision: unknown }> => {
  const outcome = await outcomeAfter(deps)(event)();
  if (E.isLeft(outcome)) throw new Error(outcome.left._tag);
  const { mark: marked, decision } = outcome.right;
  return {
    mark: marked?.id ?? null,
    decision: E.isLeft(decision) ? decision.left._tag : decision.right,
  };
};

describe('outcomeAfter', () => {
  it('tells of a payment by its ids alone, so that nothing of the customer is stored', async () => {
    const paidOnPage = session({ status: 'complete', payment_intent: 'pi_1' });
    expect(await verdict(depsOf({ session: paidOnPage }), succeeded)).to.deep.equal({
      mark: null,
      decision: {
        id: 'paid_pi_1',
        object: 'event',
        type: 'paid',
        created: 1_700_000_100,
        data: {
          object: {
            id: 'outcome_pi_1',
            object: 'payment_outcome',
            payment_intent: 'pi_1',
            session: 'cs_1',
          },
        },
      },
    });
  });

  it('gives all events of a payment the same outcome', async () => {
    const paidOnPage = session({
      status: 'complete',
      payment_intent: 'pi_1',
      payment_status: 'paid',
    });
    const completed = eventOf('checkout.session.completed', { ...paidOnPage });
    const deps = depsOf({ session: paidOnPage });
    expect(await verdict(deps, completed)).to.deep.equal(await verdict(deps, succeeded));
  });

  it('remembers that a payment was processing, by its event or by its state', async () => {
    const event = aboutIntent('payment_intent.processing');
    for (const [status, one] of [
      ['processing', event],
      ['succeeded', event],
      ['processing', failed],
    ] as const) {
      expect(await verdict(depsOf({ intent: inStatus(status) }), one)).to.include({ mark });
    }
    expect(await verdict(depsOf({ intent: waiting }), failed)).to.include({ mark: null });
  });

  for (const [how, given] of [
    ['its own mark, when the event of the processor is gone', { known: [mark] }],
    ['the stored event, when nobody listened at its time', { processing: true }],
  ] as const) {
    it(`knows that a payment was processing from ${how}`, async () => {
      const { decision } = await verdict(depsOf({ intent: waiting, ...given }), failed);
      expect(at(decision, 'data.object')).to.include({ reason: 'failed' });
    });
  }

  it('loses a payment whose processing comes after its failure', async () => {
    const open = await verdict(depsOf({ intent: waiting }), failed);
    expect(open).to.deep.equal({ mark: null, decision: null });
    const late = aboutIntent('payment_intent.processing');
    const lost = await verdict(depsOf({ intent: waiting }), late);
    expect(lost.mark).to.equal(mark);
    expect(at(lost.decision, 'type')).to.equal('payment_lost');
  });

  it('fails while the processor shows less than the event says, so that it is tried again', async () => {
    for (const type of ['payment_intent.succeeded', 'payment_intent.canceled']) {
      const late = depsOf({ intent: inStatus('processing') });
      expect((await verdict(late, aboutIntent(type))).decision).to.equal('Unexpected');
    }
    const expired = eventOf('checkout.session.expired', { ...session({ status: 'expired' }) });
    const late = depsOf({ session: session({ status: 'open' }) });
    expect((await verdict(late, expired)).decision).to.equal('Unexpected');
  });

  it('tries a failure again while the processor shows the same attempt as processing, and keeps the mark', async () => {
    const behind = depsOf({ intent: { ...inStatus('processing'), latest_charge: 'py_1' } });
    const ofSame = aboutIntent('payment_intent.payment_failed', { latest_charge: 'py_1' });
    expect(await verdict(behind, ofSame)).to.deep.equal({ mark, decision: 'Unexpected' });
    const ofEarlier = aboutIntent('payment_intent.payment_failed', { latest_charge: 'ch_0' });
    expect(await verdict(behind, ofEarlier)).to.deep.equal({ mark, decision: null });
  });

  it('fails for a payment that is not there, unless the event is of another account', async () => {
    const deps = depsOf({ intent: null });
    expect(E.isLeft(await outcomeAfter(deps)(succeeded)())).to.equal(true);
    const foreign = { ...succeeded, account: 'acct_other' };
    expect(await verdict(deps, foreign)).to.deep.equal({ mark: null, decision: null });
  });

  it('fails for an id that leaves no room for that of the decision', async () => {
    const id = `pi_${'1'.repeat(250)}`;
    const deps = depsOf({ intent: { ...inStatus('succeeded'), id } });
    const { decision } = await verdict(deps, aboutIntent('payment_intent.succeeded', { id }));
    expect(decision).to.equal('Unexpected');
    const slow = depsOf({ intent: { ...inStatus('processing'), id } });
    expect(E.isLeft(await outcomeAfter(slow)(failed)())).to.equal(true);
    const unmarked = depsOf({ intent: { ...waiting, id } });
    expect((await verdict(unmarked, failed)).decision).to.equal(null);
  });

  it('is of the account and the mode of the event', async () => {
    for (const fields of [{ livemode: true, account: 'acct_other' }, { livemode: false }, {}]) {
      const outcome = await outcomeAfter(depsOf({}))({ ...succeeded, ...fields })();
      expect(at(outcome, 'right.decision.right.livemode')).to.equal(fields.livemode);
      expect(at(outcome, 'right.decision.right.account')).to.equal(fields.account);
    }
  });

  it('fails for a payment whose id is too long for the id of an event', async () => {
    const id = `pi_${'1'.repeat(250)}`;
    const deps = depsOf({ intent: { ...inStatus('succeeded'), id } });
    const event = eventOf('payment_intent.succeeded', { object: 'payment_intent', id });
    const outcome = await outcomeAfter(deps)(event)();
    expect(String(at(outcome, 'right.decision.left.cause'))).to.include(
      `paid_${id} is too long for the id of an event`,
    );
  });

  it('tells of a page with nothing to pay, under the id of its session', async () => {
    const free = session({ status: 'complete', payment_status: 'no_payment_required' });
    const completed = eventOf('checkout.session.completed', { ...free });
    const { decision } = await verdict(depsOf({ session: free }), completed);
    expect(decision).to.deep.include({
      id: 'paid_cs_1',
      data: {
        object: {
          id: 'outcome_cs_1',
          object: 'payment_outcome',
          payment_intent: null,
          session: 'cs_1',
        },
      },
    });
  });

  it('asks for no session where the processor has no Checkout', async () => {
    const { listCheckoutSessions } = explodingDependencies;
    const deps = { ...depsOf({}), listCheckoutSessions, features: { checkout: false } };
    const { decision } = await verdict(deps, succeeded);
    expect(at(decision, 'data.object.session')).to.equal(null);
  });

  it('does not read for events that decide nothing', async () => {
    for (const type of ['payment_intent.created', 'charge.refunded', 'charge.dispute.created']) {
      const nothing = await verdict(explodingDependencies, aboutIntent(type));
      expect(nothing).to.deep.equal({ mark: null, decision: null });
    }
  });
});

describe('refreshedOutcome', () => {
  const stored = (type: string): SnapshotEvent =>
    eventOf(type, {
      id: 'outcome_pi_1',
      object: 'payment_outcome',
      payment_intent: 'pi_1',
      session: null,
      ...(type === 'paid' ? {} : { reason: 'failed' }),
    });

  it('has the page as it is now, of a payment that came from one', async () => {
    const expired = session({ status: 'expired' });
    const event = eventOf('payment_lost', {
      id: 'outcome_cs_1',
      object: 'payment_outcome',
      payment_intent: null,
      session: 'cs_1',
      reason: 'expired',
      open: false,
    });
    const now = await refreshedOutcome(depsOf({ session: expired }))(event)();
    expect(at(now, 'right.data.object.session')).to.include({ id: 'cs_1', status: 'expired' });
    expect(at(now, 'right.data.object')).to.deep.include({ payment_intent: null, open: false });
  });

  it('has the payment as it is now', async () => {
    const now = await refreshedOutcome(depsOf({ known: ['payment_lost_pi_1'] }))(stored('paid'))();
    expect(at(now, 'right.data.object')).to.include({ lost_before: true });
    expect(at(now, 'right.data.object.payment_intent.status')).to.equal('succeeded');
    const canceled = depsOf({ intent: inStatus('canceled') });
    expect(
      at(await refreshedOutcome(canceled)(stored('payment_lost'))(), 'right.data.object'),
    ).to.include({ reason: 'failed', open: false });
  });

  it('tells of no loss that has been made good', async () => {
    expect(await refreshedOutcome(depsOf({}))(stored('payment_lost'))()).to.deep.equal(
      E.right(null),
    );
  });

  it('has no secrets', async () => {
    const onPage = session({ status: 'complete', payment_intent: 'pi_1' });
    const now = await refreshedOutcome(depsOf({ session: onPage }))(
      eventOf('paid', { session: 'cs_1', payment_intent: 'pi_1' }),
    )();
    const told = JSON.stringify(now);
    expect(told).to.include('"id":"cs_1"').and.include('"lost_before":false');
    expect(told).not.to.match(/secret|checkout\.example/);
  });

  it('tells no payment as paid that is not', async () => {
    for (const status of ['requires_payment_method', 'canceled', 'processing']) {
      const told = await refreshedOutcome(depsOf({ intent: inStatus(status) }))(stored('paid'))();
      expect(E.isLeft(told)).to.equal(true);
    }
  });
});
