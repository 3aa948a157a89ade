import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  accountOf,
  type ProcessorEvent,
  type SnapshotEvent,
} from '../../domain/events/processor-event.js';
import { withoutCardData } from '../../domain/free-text.js';
import { CheckoutSessionId, EventId, PaymentIntentId } from '../../domain/ids.js';
import { textField } from '../../domain/input/json.js';
import type { CheckoutSession } from '../../domain/objects/checkout-session.js';
import type { PaymentIntent } from '../../domain/objects/payment-intent.js';
import {
  type OutcomeType,
  ownEventId,
  processingMarkType,
} from '../../domain/objects/payment-outcome.js';
import type { PaymentError } from '../../domain/payment-error.js';
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

/** The event of ours about a payment. Its id is the same for all events that lead to it, so that it is stored once. */
const idOf = (
  type: OutcomeType | typeof processingMarkType,
  { intent, session }: Payment,
): string => ownEventId(type, intent?.id ?? session?.id ?? '');

const isKept = (
  { eventStore }: Pick<Dependencies, 'eventStore'>,
  type: OutcomeType | typeof processingMarkType,
  payment: Payment,
): Found<boolean> => {
  const id = idOf(type, payment);
  return EventId.is(id) ? pipe(eventStore.find(id), TE.map(O.isSome)) : TE.right(false);
};

const isProcessing = ({ type }: SnapshotEvent, { intent }: Payment): boolean =>
  type === processing || intent?.status === 'processing';

// The mark outlives the event of the processor, whose payload is dropped or erased. The event may be older than the first listener.
const wasProcessing = (
  deps: Pick<Dependencies, 'eventStore'>,
  event: SnapshotEvent,
  payment: Payment,
): Found<boolean> => {
  const { intent } = payment;
  if (intent === null || isProcessing(event, payment)) {
    return TE.right(isProcessing(event, payment));
  }
  return pipe(
    isKept(deps, processingMarkType, payment),
    TE.flatMap((isMarked) =>
      isMarked
        ? TE.right(true)
        : pipe(
            deps.eventStore.list({ object_id: intent.id, type: processing, limit: 1 }),
            TE.map(O.exists(({ data }) => data.length > 0)),
          ),
    ),
  );
};

const canStillPay = ({ intent, session }: Payment): boolean =>
  intent !== null && intent.status !== 'canceled' && session === null;

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

/** Whether the processor still shows the attempt as processing whose failure an event tells. A newer attempt has another charge. */
const isBehind = ({ type, data: { object } }: SnapshotEvent, { intent }: Payment): boolean =>
  type === 'payment_intent.payment_failed' &&
  intent?.status === 'processing' &&
  intent.latest_charge !== null &&
  textField(object, 'latest_charge') === intent.latest_charge;

// Without data of the customer, which could be erased: the handler gets the payment as it is when it runs.
const eventOf = (
  { clock }: Dependencies,
  { livemode, account }: SnapshotEvent,
  type: OutcomeType | typeof processingMarkType,
  payment: Payment,
  facts: object = {},
): E.Either<PaymentError, SnapshotEvent> => {
  const { intent, session } = payment;
  const id = idOf(type, payment);
  return EventId.is(id)
    ? E.right({
        id,
        object: 'event',
        type,
        created: clock(),
        data: {
          object: {
            id: `outcome_${intent?.id ?? session?.id ?? ''}`,
            object: 'payment_outcome',
            payment_intent: intent?.id ?? null,
            session: session?.id ?? null,
            ...facts,
          },
        },
        ...(livemode === undefined ? {} : { livemode }),
        ...(account === undefined ? {} : { account }),
      })
    : E.left(unexpected(`${id} is too long for the id of an event`));
};

const decisionEvent = (
  deps: Dependencies,
  event: SnapshotEvent,
  payment: Payment,
  before: boolean,
): E.Either<PaymentError, SnapshotEvent | null> => {
  const decision = decidePayment({ ...payment, wasProcessing: before });
  if (decision === null) {
    return isDecisive(event) || isBehind(event, payment)
      ? E.left(unexpected(`the processor does not show yet what ${event.type} says`))
      : E.right(null);
  }
  const { type, ...facts } = decision;
  return eventOf(deps, event, type, payment, facts);
};

const markEvent = (
  deps: Dependencies,
  event: SnapshotEvent,
  payment: Payment,
): E.Either<PaymentError, SnapshotEvent | null> =>
  payment.intent !== null && isProcessing(event, payment)
    ? eventOf(deps, event, processingMarkType, payment)
    : E.right(null);

/** The events to store after an event of the processor; `null`: no such event. */
export type OutcomeEvents = {
  /** Remembers that the payment was processing. It is stored even when the decision fails. */
  readonly mark: SnapshotEvent | null;
  /** Tells of the decision. Left: the processor shows less than the event says, and the event is to be tried again. */
  readonly decision: E.Either<PaymentError, SnapshotEvent | null>;
};

const noEvents: OutcomeEvents = { mark: null, decision: E.right(null) };

/**
 * Decides the payment of an event. Nothing is to be stored when the payment is not decided, or the event is of another account, whose
 * payments cannot be read.
 */
export const outcomeAfter =
  (deps: Dependencies) =>
  (event: ProcessorEvent): Found<OutcomeEvents> => {
    if (event.object !== 'event' || !mayDecidePayment(event.type)) return TE.right(noEvents);
    return pipe(
      readPayment(deps)(idsIn(event)),
      TE.bindTo('payment'),
      TE.bind('before', ({ payment }) => wasProcessing(deps, event, payment)),
      TE.bind('mark', ({ payment }) => TE.fromEither(markEvent(deps, event, payment))),
      TE.map(
        ({ payment, before, mark }): OutcomeEvents => ({
          mark,
          decision: decisionEvent(deps, event, payment, before),
        }),
      ),
      TE.orElse((error) =>
        error._tag === 'NotFound' && accountOf(event) !== undefined
          ? TE.right<PaymentError, OutcomeEvents>(noEvents)
          : TE.left(error),
      ),
    );
  };

/**
 * The event of an outcome with the payment as it is now. `null`: the payment was lost when it was stored, and is paid by now. Fails for
 * a payment that is not paid, although its event says so.
 */
export const refreshedOutcome =
  (deps: Reads & Pick<Dependencies, 'eventStore'>) =>
  (event: SnapshotEvent): Found<SnapshotEvent | null> => {
    const { object } = event.data;
    return pipe(
      readPayment(deps)({
        intent: textField(object, 'payment_intent'),
        session: textField(object, 'session'),
      }),
      TE.flatMap((payment) => {
        const told = (facts: object): SnapshotEvent => ({
          ...event,
          data: {
            object: withoutCardData({
              ...object,
              payment_intent: payment.intent,
              session: payment.session,
              ...facts,
            }),
          },
        });
        const isPaid = decidePayment({ ...payment, wasProcessing: false })?.type === 'paid';
        if (event.type !== 'paid') {
          return TE.right(isPaid ? null : told({ open: canStillPay(payment) }));
        }
        return isPaid
          ? pipe(
              isKept(deps, 'payment_lost', payment),
              TE.map((lost_before) => told({ lost_before })),
            )
          : TE.left(unexpected(`the processor does not show the payment of ${event.id} as paid`));
      }),
    );
  };
