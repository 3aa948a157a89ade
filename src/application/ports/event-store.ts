import type * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorEvent } from '../../domain/events/processor-event.js';
import type {
  EventHistory,
  EventState,
  HandlerTry,
  StoredEvent,
} from '../../domain/events/stored-event.js';
import type { CustomerId, EventId } from '../../domain/ids.js';
import type { List } from '../../domain/input/list.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Page } from './payment-processor.js';

/** The number of attempts of an event that are stored. Older attempts are dropped. */
export const keptTries = 50;

/** The size of the payloads on a page of events as JSON, in bytes. A larger event comes alone. */
export const longestPage = 2_000_000;

/** The events that wait: for a handler (`pending`) or for a replay (`dead`). */
export type EventBacklog = {
  readonly pending: number;
  readonly dead: number;
  /** When the oldest pending event was received, Unix seconds; `null`: no event is pending. */
  readonly oldestPending: number | null;
};

/** Stores received events, each id once. */
export type EventInbox = {
  /**
   * Stores the event before it resolves. An event with a known id is a `duplicate` and changes nothing. `receivedAt`: Unix
   * seconds. `ignoredBecause`: the reason to ignore the event; without it, the event is pending and due immediately. `signedWith`
   * names the secret that signed its webhook.
   */
  readonly store: (
    event: ProcessorEvent,
    receivedAt: number,
    ignoredBecause?: string,
    signedWith?: string,
  ) => TE.TaskEither<StoreUnavailable, 'stored' | 'duplicate'>;
  /** Reads an event with its latest attempts. */
  readonly find: (id: EventId) => TE.TaskEither<StoreUnavailable, O.Option<EventHistory>>;
  /**
   * Reads a page of events, last received first: up to `limit` of them, and fewer where their payloads are larger than
   * `longestPage` together, but always one. `none`: the cursor is unknown.
   */
  readonly list: (
    page: Page<EventId> & {
      readonly type?: string;
      readonly state?: EventState;
      /** Only events about the object with this id. */
      readonly object_id?: string;
    },
  ) => TE.TaskEither<StoreUnavailable, O.Option<List<StoredEvent>>>;
  /** Counts the events that wait, each state up to a limit, so that it takes no longer when there are more. */
  readonly backlog: (upTo: number) => TE.TaskEither<StoreUnavailable, EventBacklog>;
  /** Fails when events cannot be stored now. */
  readonly ready: TE.TaskEither<StoreUnavailable, void>;
};

/** An event that the owner of its lease handles now. */
export type ClaimedEvent = {
  readonly stored: StoredEvent;
  /** The number of this attempt, from 1. Every claim is an attempt. A replay does not reset it. */
  readonly attempt: number;
  /** The number of this attempt since the event was stored or last replayed, from 1. */
  readonly attemptInRound: number;
  /** Whether a replay was requested and has not been handled yet. */
  readonly replay: boolean;
  /**
   * Whether a newer event of the same object was handled already, by all of its handlers or by some: newer by `created`, or the
   * success or cancellation of an intent, after which it never changes again.
   */
  readonly superseded: boolean;
  /** The handlers that handled the event in earlier attempts. They do not get it again. Default: none. */
  readonly takenBy?: ReadonlyArray<string>;
};

/** How an attempt ended. Moments are Unix seconds. */
export type EventOutcome =
  | { readonly _tag: 'Handled' }
  /** No handler is registered for the event. The attempt is not stored. */
  | { readonly _tag: 'Ignored'; readonly reason: string }
  /** `nextAttemptAt: null`: this was the last attempt, and the event is dead. */
  | { readonly _tag: 'Failed'; readonly error: string; readonly nextAttemptAt: number | null };

/** Selects the events of a replay. They were received from `from` and before `to` (Unix seconds). */
export type ReplaySelection = {
  readonly state?: EventState;
  readonly type?: string;
  readonly from?: number;
  readonly to?: number;
  /** Only events received after the event with this id. */
  readonly after?: string;
};

/** The states in which the payload of an old event may be dropped. */
export type DroppableState = 'handled' | 'ignored' | 'dead';

/** The number of events of a customer that were erased. `more`: there may be others. */
export type ErasedBatch = { readonly erased: number; readonly more: boolean };

/** The number of events that are due again, and the id after which the next batch starts; `null`: this was the last batch. */
export type ReplayedBatch = { readonly replayed: number; readonly last: string | null };

/**
 * The queue of stored events. Events of one object are handled one after another, also across instances: while one of them is
 * leased, no other event of that object is claimed. Of several events that are due, the oldest is claimed first (by `created`,
 * then by receipt). An event that waits for its next attempt does not hold up the others.
 *
 * All moments given here are by the caller's clock. A store shared by several machines measures leases and pauses by its own
 * clock, counted from `now` or `endedAt`. It keeps `next_attempt_at` by that clock and answers `nextDue` by the caller's. The
 * moments of receipt, of handling and of attempts are by the caller's clock.
 *
 * No step may take longer because more events wait. So when very many events become due together, or wait behind a few objects,
 * a newer event of one object may be claimed before an older one of another.
 */
export type EventQueue = {
  /** Claims up to `limit` events atomically: events that are due, or whose lease has expired. */
  readonly claim: (by: {
    readonly owner: string;
    readonly now: number;
    readonly leaseUntil: number;
    readonly limit: number;
  }) => TE.TaskEither<StoreUnavailable, ReadonlyArray<ClaimedEvent>>;
  /**
   * Extends a lease and stores which handlers have handled the event so far. `false`: the owner has lost the lease, to another owner
   * or to another event of its object, and nothing changes.
   */
  readonly extend: (
    id: string,
    owner: string,
    leaseUntil: number,
    meanwhile: { readonly now: number; readonly takenBy: ReadonlyArray<string> },
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  /**
   * Stores how an attempt ended and ends the lease. `false`: the owner has lost the lease, and nothing changes. `handlers`: the
   * handlers that got the event in this attempt. `takenBy`: all handlers that have handled it so far, stored until the event is
   * handled; absent: unchanged.
   */
  readonly conclude: (
    id: string,
    try_: {
      readonly owner: string;
      readonly startedAt: number;
      readonly endedAt: number;
      readonly outcome: EventOutcome;
      readonly handlers?: ReadonlyArray<HandlerTry>;
      readonly takenBy?: ReadonlyArray<string>;
    },
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  /**
   * Concludes attempts of several events, and then claims others, in one step: with one wait for the disk instead of two. `ended`: the
   * arguments of `conclude` for each, and `concluded` its results. `claimed` may fail alone; a failure of the whole step changes
   * nothing. Optional: without it, `conclude` and `claim` are called.
   */
  readonly concludeAndClaim?: (
    ended: ReadonlyArray<Parameters<EventQueue['conclude']>>,
    by: Parameters<EventQueue['claim']>[0],
  ) => TE.TaskEither<
    StoreUnavailable,
    {
      readonly concluded: ReadonlyArray<boolean>;
      readonly claimed: E.Either<StoreUnavailable, ReadonlyArray<ClaimedEvent>>;
    }
  >;
  /**
   * Makes an event due again, whatever its state. `false`: the event is unknown, or its payload was dropped. An event that is
   * being handled stays as it is. A handled event is passed to all its handlers again, any other to those that have not handled it.
   */
  readonly replay: (id: EventId, now: number) => TE.TaskEither<StoreUnavailable, boolean>;
  /** Replays up to `limit` matching events that are neither pending nor dropped, first received first. */
  readonly replayAll: (
    selection: ReplaySelection,
    now: number,
    limit: number,
  ) => TE.TaskEither<StoreUnavailable, ReplayedBatch>;
  /**
   * The first time after `now` at which an event becomes due or a lease expires; `null`: there is none. An event that waits for
   * another event of its object does not count. Returns `now` if so many events became due together that another claim may
   * find more immediately.
   */
  readonly nextDue: (now: number) => TE.TaskEither<StoreUnavailable, number | null>;
  /** Calls the listener when an event may have become due, on any instance if possible. Returns a function that removes it. */
  readonly onDue: (listener: () => void) => () => void;
  /**
   * Drops the payloads, attempts and object ids of up to `limit` events of a state received before a moment, oldest first.
   * Returns how many. The events are `dropped`; their ids are still duplicates. `now`: the caller's time. With it, a store shared by
   * several machines keeps what is younger by its own clock.
   */
  readonly dropPayloads: (
    state: DroppableState,
    before: number,
    limit: number,
    now?: number,
  ) => TE.TaskEither<StoreUnavailable, number>;
  /**
   * Drops the payloads of up to `limit` events about a customer in one step, whatever their state: events that name the customer,
   * and events about a payment that one of these names. Leases of these events are lost.
   */
  readonly eraseCustomer: (
    customer: CustomerId,
    limit: number,
  ) => TE.TaskEither<StoreUnavailable, ErasedBatch>;
  /**
   * Deletes up to `limit` dropped events received before a time and returns how many. Afterwards their ids count as new. `now`: as for
   * `dropPayloads`.
   */
  readonly purge: (
    before: number,
    limit: number,
    now?: number,
  ) => TE.TaskEither<StoreUnavailable, number>;
};

/** Stores received events and hands them out for handling. `eventRules` has an event after each change, and says what may change. */
export type EventStore = EventInbox & EventQueue;

/** The names of the functions that every store has. */
export const eventStoreFunctions: { readonly [N in keyof EventStore]: true } = {
  store: true,
  find: true,
  list: true,
  backlog: true,
  ready: true,
  claim: true,
  extend: true,
  conclude: true,
  replay: true,
  replayAll: true,
  nextDue: true,
  onDue: true,
  dropPayloads: true,
  eraseCustomer: true,
  purge: true,
};
