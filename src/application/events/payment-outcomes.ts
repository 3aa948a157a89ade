import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CheckoutSession } from '../../domain/checkout-session.js';
import { withoutCardData } from '../../domain/free-text.js';
import { CheckoutSessionId, EventId, PaymentIntentId } from '../../domain/ids.js';
import { textField } from '../../domain/json.js';
import type { PaymentError } from '../../domain/payment-error.js';
import type { PaymentIntent } from '../../domain/payment-intent.js';
import type { LostPayment, OutcomeType, PaidPayment } from '../../domain/payment-outcome.js';
import {
  accountOf,
  type ProcessorEvent,
  type SnapshotEvent,
} from '../../domain/processor-event.js';
import { lacks, type ProcessorFeatures } from '../../domain/processor-feature.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore } from '../ports/event-store.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import { withoutCheckoutUrl } from '../without-checkout-url.js';
import { withoutClientSecret } from '../without-client-secret.js';

const triggers: ReadonlySet<string> = new Set([
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]);

/** Whether an event of this type may decide a payment. */
export const mayDecidePayment = (type: string): boolean => triggers.has(type);

/** A payment as the processor and the store know it now. */
type PaymentFacts = {
  readonly intent: PaymentIntent | null;
  readonly session: CheckoutSession | null;
  /** Whether an attempt was accepted, and decided later: after that the customer was told that all is well. */
  readonly wasProcessing: boolean;
};

type Decision =
  | { readonly type: 'paid' }
  | { readonly type: 'payment_lost'; readonly reason: 'failed' | 'canceled' | 'expired' };

const paid: Decision = { type: 'paid' };
const lost = (reason: 'failed' | 'canceled' | 'expired'): Decision => ({
  type: 'payment_lost',
  reason,
});

const ofSession = ({ mode, payment_status, status }: CheckoutSession): Decision | null => {
  if (mode !== 'payment') return null;
  if (status === 'expired') return lost('expired');
  return status === 'complete' && payment_status === 'no_payment_required' ? paid : null;
};

/**
 * Decides whether a payment is paid or lost; `null`: neither yet. It goes by the present state alone, so that events may come in any
 * order, twice or late. A declined attempt of a payment that the customer can still pay decides nothing.
 */
export const decidePayment = ({
  intent,
  session,
  wasProcessing,
}: PaymentFacts): Decision | null => {
  if (intent === null) return session === null ? null : ofSession(session);
  switch (intent.status) {
    case 'succeeded':
      return paid;
    case 'canceled':
      return lost('canceled');
    case 'processing':
    case 'requires_capture':
      return null;
    case 'requires_payment_method':
      // A session is complete when an attempt was accepted, and its page takes no other.
      if (wasProcessing || session?.status === 'complete') return lost('failed');
      break;
    default:
  }
  // The page was the only way to pay it.
  return session?.status === 'expired' ? lost('expired') : null;
};

type Reads = Pick<
  PaymentProcessor,
  'retrievePaymentIntent' | 'retrieveCheckoutSession' | 'listCheckoutSessions'
> & { readonly features?: ProcessorFeatures };

type Dependencies = Reads & {
  readonly eventStore: Pick<EventStore, 'find' | 'list'>;
  readonly clock: Clock;
};

type Found<A> = TE.TaskEither<PaymentError, A>;

const unexpected = (message: string): PaymentError => ({
  _tag: 'Unexpected',
  cause: new Error(message),
});

const orAbsent = <A, N>(
  id: string | null | undefined,
  is: (id: unknown) => id is A,
  find: (id: A) => Found<N>,
): Found<N | null> => (is(id) ? find(id) : TE.right(null));

const readIntent =
  ({ retrievePaymentIntent }: Reads) =>
  (payment_intent: PaymentIntentId): Found<PaymentIntent> =>
    pipe(
      retrievePaymentIntent({ payment_intent }),
      TE.bimap(missingAsNotFound('payment_intent'), withoutClientSecret),
    );

const readSession =
  ({ retrieveCheckoutSession }: Reads) =>
  (session: CheckoutSessionId): Found<CheckoutSession> =>
    pipe(
      retrieveCheckoutSession({ session }),
      TE.bimap(missingAsNotFound('checkout_session'), withoutCheckoutUrl),
    );

const sessionOf =
  ({ listCheckoutSessions, features = {} }: Reads) =>
  (payment_intent: PaymentIntentId): Found<CheckoutSession | null> =>
    lacks(features, 'checkout')
      ? TE.right(null)
      : pipe(
          listCheckoutSessions({ payment_intent, limit: 1 }),
          TE.map(({ data: [session] }) =>
            session === undefined ? null : withoutCheckoutUrl(session),
          ),
        );

type Payment = Pick<PaymentFacts, 'intent' | 'session'>;

/** The payment of an intent or of a session, as the processor has it now. `null`: neither is named. */
const readPayment =
  (deps: Reads) =>
  ({ intent, session }: { readonly intent: string; readonly session: string }): Found<Payment> =>
    CheckoutSessionId.is(session)
      ? pipe(
          readSession(deps)(session),
          TE.bindTo('session'),
          TE.bind('intent', ({ session: { payment_intent } }) =>
            orAbsent(payment_intent, PaymentIntentId.is, readIntent(deps)),
          ),
        )
      : pipe(
          orAbsent(intent, PaymentIntentId.is, readIntent(deps)),
          TE.bindTo('intent'),
          TE.bind('session', () => orAbsent(intent, PaymentIntentId.is, sessionOf(deps))),
        );

const idsIn = ({ data: { object } }: SnapshotEvent) => {
  const id = textField(object, 'id');
  return object['object'] === 'checkout.session'
    ? { intent: '', session: id }
    : { intent: id, session: '' };
};

const processing = 'payment_intent.processing';

const wasProcessing = (
  { eventStore }: Pick<Dependencies, 'eventStore'>,
  { type }: SnapshotEvent,
  { intent }: Payment,
): Found<boolean> =>
  intent === null || type === processing
    ? TE.right(type === processing)
    : pipe(
        eventStore.list({ object_id: intent.id, type: processing, limit: 1 }),
        TE.map(O.exists(({ data }) => data.length > 0)),
      );

/** The event of a decision. Its id is the same for all events that lead to the decision, so that it is stored once. */
const idOf = (type: OutcomeType, { intent, session }: Payment): string =>
  `${type}_${intent?.id ?? session?.id ?? ''}`;

const canStillPay = ({ intent, session }: Payment): boolean =>
  intent !== null && intent.status !== 'canceled' && session === null;

const lostBefore = (
  { eventStore }: Pick<Dependencies, 'eventStore'>,
  payment: Payment,
): Found<boolean> => {
  const id = idOf('payment_lost', payment);
  return EventId.is(id) ? pipe(eventStore.find(id), TE.map(O.isSome)) : TE.right(false);
};

const outcomeOf = (
  deps: Pick<Dependencies, 'eventStore'>,
  decision: Decision,
  payment: Payment,
): Found<PaidPayment | LostPayment> => {
  const { intent: payment_intent, session } = payment;
  const facts = {
    id: `outcome_${payment_intent?.id ?? session?.id ?? ''}`,
    object: 'payment_outcome',
    payment_intent,
    session,
  } as const;
  return decision.type === 'paid'
    ? pipe(
        lostBefore(deps, payment),
        TE.map((lost_before) => ({ ...facts, lost_before })),
      )
    : TE.right({ ...facts, reason: decision.reason, open: canStillPay(payment) });
};

/** Whether an event says that its payment is decided, whatever happens later. */
const isDecisive = ({ type, data: { object } }: SnapshotEvent): boolean => {
  switch (type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.canceled':
      return true;
    case 'checkout.session.completed':
      return object['mode'] === 'payment' && object['payment_status'] !== 'unpaid';
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return object['mode'] === 'payment';
    default:
      return false;
  }
};

const eventOf =
  ({ clock }: Dependencies, { livemode, account }: SnapshotEvent, id: string, type: OutcomeType) =>
  (outcome: PaidPayment | LostPayment): SnapshotEvent => ({
    id,
    object: 'event',
    type,
    created: clock(),
    data: { object: { ...outcome } },
    ...(livemode === undefined ? {} : { livemode }),
    ...(account === undefined ? {} : { account }),
  });

/**
 * Decides the payment of an event, and returns the event that tells of the decision; `null`: it is not decided, or the event is of
 * another account, whose payments cannot be read. Fails while the processor shows less than the event says: it is to be tried again.
 */
export const outcomeAfter =
  (deps: Dependencies) =>
  (event: ProcessorEvent): Found<SnapshotEvent | null> => {
    if (event.object !== 'event' || !mayDecidePayment(event.type)) return TE.right(null);
    return pipe(
      readPayment(deps)(idsIn(event)),
      TE.bindTo('payment'),
      TE.bind('before', ({ payment }) => wasProcessing(deps, event, payment)),
      TE.flatMap(({ payment, before }): Found<SnapshotEvent | null> => {
        const decision = decidePayment({ ...payment, wasProcessing: before });
        if (decision === null) {
          return isDecisive(event)
            ? TE.left(unexpected(`the processor does not show yet what ${event.type} says`))
            : TE.right(null);
        }
        const id = idOf(decision.type, payment);
        return EventId.is(id)
          ? pipe(
              outcomeOf(deps, decision, payment),
              TE.map(eventOf(deps, event, id, decision.type)),
            )
          : TE.left(unexpected(`${id} is too long for the id of an event`));
      }),
      TE.orElse((error) =>
        error._tag === 'NotFound' && accountOf(event) !== undefined
          ? TE.right(null)
          : TE.left(error),
      ),
    );
  };

/**
 * The event of an outcome with the payment as it is now, and not as it was when it was stored. `null`: the payment was lost then, and
 * is paid by now.
 */
export const refreshedOutcome =
  (deps: Reads & Pick<Dependencies, 'eventStore'>) =>
  (event: SnapshotEvent): Found<SnapshotEvent | null> => {
    const { object } = event.data;
    const [intent, session] = [object['payment_intent'], object['session']].map((part) =>
      textField(part, 'id'),
    );
    return pipe(
      readPayment(deps)({ intent: intent ?? '', session: session ?? '' }),
      TE.bindTo('payment'),
      TE.bind('lost_before', ({ payment }) => lostBefore(deps, payment)),
      TE.map(({ payment, lost_before }) =>
        event.type === 'payment_lost' && payment.intent?.status === 'succeeded'
          ? null
          : {
              ...event,
              data: {
                object: withoutCardData({
                  ...object,
                  payment_intent: payment.intent,
                  session: payment.session,
                  ...(event.type === 'paid' ? { lost_before } : { open: canStillPay(payment) }),
                }),
              },
            },
      ),
    );
  };
