import * as O from 'fp-ts/lib/Option.js';
import type {
  ClaimedEvent,
  DroppableState,
  EventOutcome,
  EventStore,
  ReplayedBatch,
  ReplaySelection,
} from '../../../application/ports/event-store.js';
import { customerId, eventId } from '../../../domain/branded.js';
import type { EventHistory } from '../../../domain/events/stored-event.js';
import type { DefineClause } from '../clauses.js';
import { valueOf } from '../store-assertions.js';
import { eventOf } from './event-of.js';

const leaseSeconds = 60;
const noNames: ReadonlyArray<string> = [];

type Handlers = Pick<Parameters<EventStore['conclude']>[1], 'handlers' | 'takenBy'>;

/** Short functions to work with an event store. Moments are seconds from 0; leases last 60. */
export const eventStoreDriver = (store: () => EventStore) => {
  const put = (
    id: string,
    facts: Parameters<typeof eventOf>[1] & { readonly at?: number; readonly ignored?: string } = {},
  ): Promise<'stored' | 'duplicate'> =>
    valueOf(store().store(eventOf(id, facts), facts.at ?? 0, facts.ignored));

  const claim = (
    now: number,
    { limit = 100, owner = 'first', from = store() } = {},
  ): Promise<ReadonlyArray<ClaimedEvent>> =>
    valueOf(from.claim({ owner, now, leaseUntil: now + leaseSeconds, limit }));

  const claimIds = async (...by: Parameters<typeof claim>): Promise<ReadonlyArray<string>> =>
    (await claim(...by)).map(({ stored }) => stored.id);

  const end = (
    id: string,
    outcome: EventOutcome,
    at = 1,
    owner = 'first',
    of: Handlers = {},
  ): Promise<boolean> =>
    valueOf(store().conclude(id, { owner, startedAt: at, endedAt: at, outcome, ...of }));

  return {
    put,
    claim,
    claimIds,
    succeed: (id: string, at?: number, owner?: string): Promise<boolean> =>
      end(id, { _tag: 'Handled' }, at, owner),
    fail: (
      id: string,
      nextAttemptAt: number | null,
      at?: number,
      of?: Handlers,
    ): Promise<boolean> =>
      end(id, { _tag: 'Failed', error: `no room at ${at ?? 1}`, nextAttemptAt }, at, 'first', of),
    ignore: (id: string, reason: string): Promise<boolean> => end(id, { _tag: 'Ignored', reason }),
    end,
    extend: (
      id: string,
      leaseUntil: number,
      { owner = 'first', now = leaseUntil - leaseSeconds, takenBy = noNames } = {},
    ): Promise<boolean> => valueOf(store().extend(id, owner, leaseUntil, { now, takenBy })),
    replay: (id: string, now = 0): Promise<boolean> => valueOf(store().replay(eventId(id), now)),
    replayAll: (selection: ReplaySelection, limit = 100): Promise<ReplayedBatch> =>
      valueOf(store().replayAll(selection, 0, limit)),
    nextDue: (now: number): Promise<number | null> => valueOf(store().nextDue(now)),
    drop: (state: DroppableState, before: number, limit = 100): Promise<number> =>
      valueOf(store().dropPayloads(state, before, limit)),
    /** Erases in batches. Returns how many events of the customer were erased. */
    erase: async (customer: string, limit = 100): Promise<number> => {
      let total = 0;
      for (let more = true; more; ) {
        const batch = await valueOf(store().eraseCustomer(customerId(customer), limit));
        total += batch.erased;
        more = batch.more;
      }
      return total;
    },
    purge: (before: number, limit = 100): Promise<number> => valueOf(store().purge(before, limit)),
    find: async (id: string): Promise<EventHistory> => {
      const found = await valueOf(store().find(eventId(id)));
      if (O.isNone(found)) throw new Error(`${id} is not kept`);
      return found.value;
    },
    /** The ids, the last received first, and `has_more`. */
    list: async (
      wanted: Partial<Parameters<EventStore['list']>[0]> = {},
    ): Promise<readonly [ids: ReadonlyArray<string>, hasMore: boolean] | 'no such cursor'> => {
      const found = await valueOf(store().list({ limit: 100, ...wanted }));
      return O.isNone(found)
        ? 'no such cursor'
        : [found.value.data.map(({ id }) => id), found.value.has_more];
    },
  };
};
export type EventStoreDriver = ReturnType<typeof eventStoreDriver>;

/** The functions with which an area defines its clauses. */
export type EventArea = {
  readonly it: DefineClause;
  /** The store of the clause, behind short functions. */
  readonly driver: EventStoreDriver;
  readonly store: () => EventStore;
  readonly openAnother: (first: EventStore) => Promise<EventStore>;
};
