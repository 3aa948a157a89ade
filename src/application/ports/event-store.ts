import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { CustomerId, EventId } from '../../domain/ids.js';
import type { List } from '../../domain/list.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import type {
  EventHistory,
  EventState,
  HandlerTry,
  StoredEvent,
} from '../../domain/stored-event.js';
import type { Page } from './payment-processor.js';

/** How many tries of an event are kept: the latest. */
export const keptTries = 50;

/** Where received events are kept, each id once. */
export type EventInbox = {
  /**
   * Keeps the event before it answers; a known id is a duplicate and changes nothing. `receivedAt`: Unix seconds.
   * `ignoredBecause`: why nobody is to handle it; absent: it is pending, and due at once. `signedWith`: a name of the secret that
   * its webhook was signed with, where it came by one.
   */
  readonly store: (
    event: ProcessorEvent,
    receivedAt: number,
    ignoredBecause?: string,
    signedWith?: string,
  ) => TE.TaskEither<StoreUnavailable, 'stored' | 'duplicate'>;
  readonly find: (id: EventId) => TE.TaskEither<StoreUnavailable, O.Option<EventHistory>>;
  /** Newest received first; `none` when the cursor is unknown. */
  readonly list: (
    page: Page<EventId> & {
      readonly type?: string;
      readonly state?: EventState;
      /** Id of the object that the events are about. */
      readonly object_id?: string;
    },
  ) => TE.TaskEither<StoreUnavailable, O.Option<List<StoredEvent>>>;
  /** Whether events can be stored now. */
  readonly ready: TE.TaskEither<StoreUnavailable, void>;
};

/** An event to be handled now, by the owner of its lease. */
export type ClaimedEvent = {
  readonly stored: StoredEvent;
  /** Which try this is, from 1. A try counts from its claim, and a replay goes on counting. */
  readonly attempt: number;
  /** Which try it is since the event was stored or last replayed, from 1. */
  readonly attemptInRound: number;
  /** Whether somebody asked for it to be handled again, and it has not been since. */
  readonly replay: boolean;
  /** Whether a newer event of the same object was handled before (by `created`). */
  readonly superseded: boolean;
  /** The handlers that have taken it in earlier tries, and are not given it again; absent: none. */
  readonly takenBy?: ReadonlyArray<string>;
};

/** How a try ended. Moments are Unix seconds. */
export type EventOutcome =
  | { readonly _tag: 'Handled' }
  /** There is nobody to handle it, any more or yet. No try is written down. */
  | { readonly _tag: 'Ignored'; readonly reason: string }
  /** `nextAttemptAt: null`: it was the last try, and the event is dead. */
  | { readonly _tag: 'Failed'; readonly error: string; readonly nextAttemptAt: number | null };

/** Which events are replayed: all that match. Received at `from` or later, and before `to` (Unix seconds). */
export type ReplaySelection = {
  readonly state?: EventState;
  readonly type?: string;
  readonly from?: number;
  readonly to?: number;
  /** Only those received after this event. */
  readonly after?: string;
};

/** The states of events whose payload may be dropped when it is old. */
export type DroppableState = 'handled' | 'ignored' | 'dead';

/** How many events of a customer were erased; with `more` there may be others. */
export type ErasedBatch = { readonly erased: number; readonly more: boolean };

/** How many events were made due again, and the one after which the next batch goes on; `null`: there is no more. */
export type ReplayedBatch = { readonly replayed: number; readonly last: string | null };

/**
 * The events of the inbox that wait to be handled. Events of one object are handled one after the other, also across
 * instances: while one of them is leased, no other of the same object is claimed. Of several that are due, the oldest
 * (`created`, then order of receipt) comes first. An event that waits for its next try holds up no other.
 *
 * The moments that are given here are of the caller's clock. A store that is shared by several machines measures leases and
 * pauses by a clock of its own, as the time from `now`, or from `endedAt`: it keeps `next_attempt_at` by that clock, and
 * answers `nextDue` by the caller's. When an event was received or handled, and its tries, are told by the caller's clock.
 *
 * However many events wait, no step takes longer for it. So of very many events that fall due together, or that stand behind
 * those of a few objects, some may be claimed before older ones of other objects.
 */
export type EventQueue = {
  /** Takes up to `limit` events that are due, and those whose lease has run out, in one step. */
  readonly claim: (by: {
    readonly owner: string;
    readonly now: number;
    readonly leaseUntil: number;
    readonly limit: number;
  }) => TE.TaskEither<StoreUnavailable, ReadonlyArray<ClaimedEvent>>;
  /**
   * Prolongs a lease, and writes down which handlers have taken the event by now; `false`, and nothing changes, when it is the
   * owner's no more.
   */
  readonly extend: (
    id: string,
    owner: string,
    leaseUntil: number,
    meanwhile: { readonly now: number; readonly takenBy: ReadonlyArray<string> },
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  /**
   * Writes down how a try ended, and ends the lease; `false`, and nothing changes, when it is the owner's no more. `handlers`:
   * those that were given the event in this try. `takenBy`: all that have taken it by now, kept until the event is handled;
   * absent: as before.
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
   * Makes an event due once more, whatever its state; `false` when there is none, or its payload was dropped. One that is
   * handled now stays as it is. Of one that was handled, all handlers have it again; of any other, those that have not taken it.
   */
  readonly replay: (id: EventId, now: number) => TE.TaskEither<StoreUnavailable, boolean>;
  /** The same for up to `limit` of those that match and are neither pending nor dropped, the first received first. */
  readonly replayAll: (
    selection: ReplaySelection,
    now: number,
    limit: number,
  ) => TE.TaskEither<StoreUnavailable, ReplayedBatch>;
  /**
   * The first moment after `now` at which an event falls due or a lease runs out; `null` when time alone brings nothing. What
   * is due and held up by another one of its object waits for that one, not for a moment. `now`: so much fell due together
   * that another claim, made at once, may find more.
   */
  readonly nextDue: (now: number) => TE.TaskEither<StoreUnavailable, number | null>;
  /** Calls the listener when something may have become due, on any instance where the store can tell; ends with the function. */
  readonly onDue: (listener: () => void) => () => void;
  /**
   * Drops the payloads of up to `limit` events of a state received before a moment, oldest first, with their tries, and with all
   * that says what they were about; answers how many. They are `dropped`; the id is still a duplicate when it comes again.
   */
  readonly dropPayloads: (
    state: DroppableState,
    before: number,
    limit: number,
  ) => TE.TaskEither<StoreUnavailable, number>;
  /**
   * The same at once for up to `limit` events about a customer, whatever their state: those that name it, and those that name a
   * payment of which another of them is. Who handles one of them has lost its lease.
   */
  readonly eraseCustomer: (
    customer: CustomerId,
    limit: number,
  ) => TE.TaskEither<StoreUnavailable, ErasedBatch>;
  /** Forgets up to `limit` dropped events received before a moment; answers how many. Their ids are new from then on. */
  readonly purge: (before: number, limit: number) => TE.TaskEither<StoreUnavailable, number>;
};

/** Where received events are kept, and wait to be handled. */
export type EventStore = EventInbox & EventQueue;

/** The names of the store's functions. */
export const eventStoreFunctions: { readonly [N in keyof EventStore]: true } = {
  store: true,
  find: true,
  list: true,
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
