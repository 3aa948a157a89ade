import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { subjectsOf } from '../../domain/events/event-subjects.js';
import { createdOf } from '../../domain/events/processor-event.js';
import type { StoredEvent } from '../../domain/events/stored-event.js';
import { EventId } from '../../domain/ids.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import { openAnswer } from '../idempotency/keyed-outcome.js';
import type { EventStore } from '../ports/event-store.js';
import type { IdempotencyCipher } from '../ports/idempotency-cipher.js';
import type { IdempotencyStore, RefusedKey } from '../ports/idempotency-store.js';
import type { ReconciliationLedger } from '../ports/reconciliation-ledger.js';
import type { ReconciledTime } from './read-processor-ledger.js';

type Dependencies = {
  readonly eventStore: Pick<EventStore, 'list'>;
  readonly idempotencyStore: Pick<IdempotencyStore, 'refusals'>;
  readonly cipher: IdempotencyCipher;
  readonly ledger: Pick<ReconciliationLedger, 'keep'>;
  /** How long the payloads of events are kept, in seconds. */
  readonly eventsKeptFor: number;
  /** Unix seconds. */
  readonly now: number;
};

/** The types of events that say how a payment went. */
const comparedTypes = [
  'payment_intent.succeeded',
  'payment_intent.requires_action',
  'charge.succeeded',
  'charge.captured',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
] as const;

const pageSize = 100;

/** Pasarela's own records, as far as they were compared. */
type OwnRecords = {
  /** From when on all events are known, Unix seconds; `null`: the service has stored none. */
  readonly eventsSince: number | null;
};

/** Reads what Pasarela itself knows about the payments of a time into the ledger: stored events, and the keys that were refused. */
export const readOwnRecords =
  ({ eventStore, idempotencyStore, cipher, ledger, eventsKeptFor, now }: Dependencies) =>
  ({ from }: ReconciledTime): TE.TaskEither<StoreUnavailable, OwnRecords> =>
  async () => {
    let oldest: number | null = null;
    let reachedFrom = false;
    let unknownBefore = 0;
    for (const type of comparedTypes) {
      let after: EventId | undefined;
      let reached: number | null = null;
      for (;;) {
        const read: E.Either<
          StoreUnavailable,
          O.Option<{ readonly data: ReadonlyArray<StoredEvent>; readonly has_more: boolean }>
        > = await eventStore.list({
          limit: pageSize,
          type,
          ...(after === undefined ? {} : { starting_after: after }),
        })();
        if (E.isLeft(read)) return read;
        const { data, has_more } = O.getOrElseW(() => ({ data: [], has_more: reached !== null }))(
          read.right,
        );
        await ledger.keep(
          'events',
          data.flatMap(({ event, state }) => {
            const { payment } = subjectsOf(event);
            return payment === null || state === 'dropped' ? [] : [{ payment, type }];
          }),
          { cursor: null, done: false },
        );
        for (const { event } of data) {
          const created = createdOf(event);
          oldest = Math.min(oldest ?? created, created);
        }
        const last: StoredEvent | undefined = data.at(-1);
        reached = last?.received_at ?? reached;
        if (reached !== null && reached < from) reachedFrom = true;
        if (!has_more || (reached !== null && reached < from)) break;
        after = EventId.is(last?.id) ? last.id : undefined;
        if (after !== undefined) continue;
        // The place of the next page is gone, so the earlier events of this type stay unknown.
        unknownBefore = Math.max(unknownBefore, reached ?? now);
        break;
      }
    }

    for (let after: RefusedKey | undefined; ; ) {
      const page: E.Either<
        StoreUnavailable,
        ReadonlyArray<RefusedKey>
      > = await idempotencyStore.refusals({
        from,
        to: now,
        limit: pageSize,
        ...(after === undefined ? {} : { after }),
      })();
      if (E.isLeft(page)) return page;
      await ledger.keep(
        'refusals',
        page.right.flatMap(({ answer, key, at }) => {
          const outcome = openAnswer(cipher, answer);
          if (O.isNone(outcome) || E.isRight(outcome.value)) return [];
          const error = outcome.value.left;
          return error._tag === 'CardError' && error.payment_intent !== null
            ? [{ payment: error.payment_intent, key, at }]
            : [];
        }),
        { cursor: null, done: false },
      );
      after = page.right.at(-1);
      if (after === undefined || page.right.length < pageSize) break;
    }

    if (oldest === null) return E.right({ eventsSince: null });
    return E.right({
      eventsSince: Math.max(now - eventsKeptFor, unknownBefore, reachedFrom ? from : oldest),
    });
  };
