import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  decidePayment,
  outcomeAfter,
  refreshedOutcome,
} from '../../../src/application/events/payment-outcomes.js';
import type { CheckoutSession } from '../../../src/domain/checkout-session.js';
import type { PaymentIntent } from '../../../src/domain/payment-intent.js';
import type { SnapshotEvent } from '../../../src/domain/processor-event.js';
import type { StoredEvent } from '../../../src/domain/stored-event.js';
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
  readonly processing?: boolean;
  readonly lost?: boolean;
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
    find: () => TE.right(given.lost === true ? O.some(eventHistory) : O.none),
    list: () =>
      TE.right(O.some(given.processing === true ? listOf(storedEvent) : listOf<StoredEvent>())),
  },
});

const succeeded = eventOf('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' });

describe('outcomeAfter', () => {
  it('tells of a payment with its id, what it is for, and without secrets', async () => {
    const paidOnPage = session({ status: 'complete', payment_intent: 'pi_1' });
    const outcome = await outcomeAfter(depsOf({ session: paidOnPage }))(succeeded)();
    expect(E.isRight(outcome) && outcome.right).to.deep.include({
      id: 'paid_pi_1',
      type: 'paid',
      created: 1_700_000_100,
    });
    const told = JSON.stringify(outcome);
    expect(told).to.include('"id":"cs_1"').and.include('"lost_before":false');
    expect(told).not.to.match(/secret|checkout\.example/);
  });

  it('gives all events of a payment the same outcome', async () => {
    const paidOnPage = session({
      status: 'complete',
      payment_intent: 'pi_1',
      payment_status: 'paid',
    });
    const completed = eventOf('checkout.session.completed', { ...paidOnPage });
    const deps = depsOf({ session: paidOnPage });
    const outcomes = [await outcomeAfter(deps)(succeeded)(), await outcomeAfter(deps)(completed)()];
    expect(outcomes[1]).to.deep.equal(outcomes[0]);
  });

  it('knows that a payment was processing from the stored events', async () => {
    const failed = eventOf('payment_intent.payment_failed', {
      object: 'payment_intent',
      id: 'pi_1',
    });
    const waiting = inStatus('requires_payment_method');
    const open = await outcomeAfter(depsOf({ intent: waiting }))(failed)();
    expect(open).to.deep.equal(E.right(null));
    const lost = await outcomeAfter(depsOf({ intent: waiting, processing: true }))(failed)();
    expect(at(lost, 'right.data.object')).to.include({ reason: 'failed', open: true });
  });

  it('fails while the processor shows less than the event says, so that it is tried again', async () => {
    for (const type of ['payment_intent.succeeded', 'payment_intent.canceled']) {
      const late = depsOf({ intent: inStatus('processing') });
      const event = eventOf(type, { object: 'payment_intent', id: 'pi_1' });
      expect(E.isLeft(await outcomeAfter(late)(event)())).to.equal(true);
    }
    const expired = eventOf('checkout.session.expired', { ...session({ status: 'expired' }) });
    const late = depsOf({ session: session({ status: 'open' }) });
    expect(E.isLeft(await outcomeAfter(late)(expired)())).to.equal(true);
  });

  it('fails for a payment that is not there, unless the event is of another account', async () => {
    const deps = depsOf({ intent: null });
    expect(E.isLeft(await outcomeAfter(deps)(succeeded)())).to.equal(true);
    const foreign = { ...succeeded, account: 'acct_other' };
    expect(await outcomeAfter(deps)(foreign)()).to.deep.equal(E.right(null));
  });

  it('asks for no session where the processor has no Checkout', async () => {
    const { listCheckoutSessions } = explodingDependencies;
    const deps = { ...depsOf({}), listCheckoutSessions, features: { checkout: false } };
    const outcome = await outcomeAfter(deps)(succeeded)();
    expect(at(outcome, 'right.data.object.session')).to.equal(null);
  });

  it('does not read for events that decide nothing', async () => {
    for (const type of ['payment_intent.created', 'charge.refunded', 'charge.dispute.created']) {
      const event = eventOf(type, { object: 'payment_intent', id: 'pi_1' });
      expect(await outcomeAfter(explodingDependencies)(event)()).to.deep.equal(E.right(null));
    }
  });
});

describe('refreshedOutcome', () => {
  const stored = (type: string): SnapshotEvent =>
    eventOf(type, {
      id: 'outcome_pi_1',
      object: 'payment_outcome',
      payment_intent: inStatus('requires_payment_method'),
      session: null,
      ...(type === 'paid' ? { lost_before: false } : { reason: 'failed', open: true }),
    });

  it('has the payment as it is now', async () => {
    const now = await refreshedOutcome(depsOf({ lost: true }))(stored('paid'))();
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
});
