import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { Doubt } from '../../domain/doubt.js';
import type { StoredEvent } from '../../domain/events/stored-event.js';
import { type EventId, PaymentIntentId } from '../../domain/ids.js';
import type { List } from '../../domain/input/list.js';
import { wholeUnitsText } from '../../domain/money/amount-text.js';
import { reservedKey } from '../../domain/objects/metadata.js';
import type { PaymentIntent } from '../../domain/objects/payment-intent.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { EventStore } from '../ports/event-store.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import { orderIn } from './request-summary.js';

const challenged = 'payment_intent.requires_action';
// After any other event, the payment may still wait: events arrive in any order.
const ends = ['payment_intent.succeeded', 'payment_intent.canceled'];

const Described = t.partial({ customer: t.unknown, metadata: t.UnknownRecord });

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const doubtAbout =
  (now: number, { id, received_at }: StoredEvent) =>
  (intent: PaymentIntent): Doubt => {
    const { customer, metadata = {} } = Described.is(intent) ? intent : {};
    return {
      id,
      object: 'doubt',
      kind: 'unconfirmed',
      since: received_at,
      age: Math.max(now - received_at, 0),
      operation: null,
      client: null,
      key_hash: null,
      derived_key: textOrNull(metadata[reservedKey]),
      amount: intent.amount,
      amount_decimal: wholeUnitsText(intent.amount, intent.currency),
      currency: intent.currency,
      customer: textOrNull(customer),
      object_id: intent.id,
      ...orderIn(metadata),
    };
  };

type Dependencies = {
  readonly eventStore: Pick<EventStore, 'list'>;
  readonly retrievePaymentIntent: PaymentProcessor['retrievePaymentIntent'];
};

/** The newest of several events about one payment. */
const oneEach = (events: ReadonlyArray<StoredEvent>): ReadonlyArray<StoredEvent> =>
  events.filter(
    ({ object_id }, at) => events.findIndex((other) => other.object_id === object_id) === at,
  );

/**
 * The payments that wait for a second confirmation after 3D Secure, last challenged first, with the doubts of a page of events.
 * Whoever was challenged is known from the stored events, and the processor says how the payment is now: at most one read for
 * each event, and none if an event says that the payment has ended. `none`: the cursor is unknown. `now`: Unix seconds.
 */
export const unconfirmedPayments = (
  { eventStore, retrievePaymentIntent }: Dependencies,
  page: { readonly limit: number; readonly starting_after?: EventId },
  now: number,
): TE.TaskEither<PaymentError, O.Option<List<Doubt>>> => {
  const hasEnded = (object_id: PaymentIntentId): TE.TaskEither<PaymentError, boolean> =>
    pipe(
      ends,
      TE.traverseSeqArray((type) => eventStore.list({ limit: 1, object_id, type })),
      TE.map((found) => found.some(O.exists(({ data }) => data.length > 0))),
    );
  const read = (
    payment_intent: PaymentIntentId,
    event: StoredEvent,
  ): TE.TaskEither<PaymentError, ReadonlyArray<Doubt>> =>
    pipe(
      retrievePaymentIntent({ payment_intent }),
      TE.map((intent) =>
        intent.status === 'requires_confirmation' ? [doubtAbout(now, event)(intent)] : [],
      ),
      TE.mapLeft(missingAsNotFound('payment_intent')),
      // A payment of another account, or of test data that was deleted.
      TE.orElse((error) => (error._tag === 'NotFound' ? TE.right([]) : TE.left(error))),
    );
  const doubtsOf = (event: StoredEvent): TE.TaskEither<PaymentError, ReadonlyArray<Doubt>> => {
    const { object_id } = event;
    return PaymentIntentId.is(object_id)
      ? pipe(
          hasEnded(object_id),
          TE.flatMap((ended) => (ended ? TE.right([]) : read(object_id, event))),
        )
      : TE.right([]);
  };
  return pipe(
    eventStore.list({ ...page, type: challenged }),
    TE.flatMap(
      O.match(
        () => TE.right(O.none),
        ({ data, has_more }) =>
          pipe(
            oneEach(data),
            TE.traverseSeqArray(doubtsOf),
            TE.map((doubts) =>
              O.some({
                object: 'list',
                data: doubts.flat(),
                has_more,
                url: '/api/doubts',
              } as const),
            ),
          ),
      ),
    ),
  );
};
