import { subjectsOf } from '../../domain/events/event-subjects.js';
import { createdOf, type ProcessorEvent } from '../../domain/events/processor-event.js';
import type { EventTry, StoredEvent } from '../../domain/events/stored-event.js';
import { droppedEvent, newStoredEvent, remainsOf } from '../../domain/events/stored-event.js';
import { placeInLife } from '../../domain/superseded.js';
import {
  type ClaimedEvent,
  type EventQueue,
  keptTries,
  type ReplaySelection,
} from '../ports/event-store.js';

/** All that is stored of an event. While it is leased, `next_attempt_at` is the end of its lease. */
export type EventRow = {
  /** Position in the order of receipt. */
  readonly sequence: number;
  readonly stored: StoredEvent;
  readonly tries: ReadonlyArray<EventTry>;
  /** The handlers that have handled the event while others have not. */
  readonly takenBy: ReadonlyArray<string>;
  /** The owner of the lease, which may have expired; `null`: not leased. */
  readonly owner: string | null;
  /** The number of attempts at the last replay; `null`: not replayed, or handled since. */
  readonly replayedAfter: number | null;
};

// One list for all events: most have neither.
const none: ReadonlyArray<never> = Object.freeze([]);

/** An event without a try. */
export const untriedRow = (sequence: number, stored: StoredEvent): EventRow => ({
  sequence,
  stored,
  tries: none,
  takenBy: none,
  owner: null,
  replayedAfter: null,
});

/** A new event: due immediately, or ignored for a reason. `receivedAt`: Unix seconds. */
export const receivedRow = (
  sequence: number,
  event: ProcessorEvent,
  receivedAt: number,
  ignoredBecause?: string,
  signedWith?: string,
): EventRow =>
  untriedRow(
    sequence,
    newStoredEvent(event, receivedAt, ignoredBecause ?? null, signedWith ?? null),
  );

/** The events of one lane are handled one after another: those of one object. An event without an object has a lane of its own. */
export const laneOf = ({ id, object_id }: Pick<StoredEvent, 'id' | 'object_id'>): string =>
  object_id === null ? `event ${id}` : `object ${object_id}`;

/** Whether an event can be claimed, unless another one of its lane is leased: it is due, or its lease has expired. */
export const isDue = ({ stored }: EventRow, now: number): boolean =>
  stored.state === 'pending' && (stored.next_attempt_at ?? now) <= now;

/** Whether somebody handles the event now. */
export const isLeasedRow = ({ owner, stored }: EventRow, now: number): boolean =>
  owner !== null && (stored.next_attempt_at ?? now) > now;

/** The order in which due events are claimed: by `created`, then by receipt. */
export const inOrderOfClaims = (one: EventRow, other: EventRow): number =>
  createdOf(one.stored.event) - createdOf(other.stored.event) || one.sequence - other.sequence;

/** When an event happened in the life of its object. Places compare number by number. */
export const placeInLane = ({ type, event }: StoredEvent): readonly [number, number] =>
  placeInLife(type, createdOf(event));

/** Whether an event of the same lane was handled that makes this one superseded. */
export const supersedes = (handled: StoredEvent, stored: StoredEvent): boolean => {
  if (handled.handled_at === null) return false;
  const [[final, created], [ownFinal, ownCreated]] = [placeInLane(handled), placeInLane(stored)];
  return final > ownFinal || (final === ownFinal && created > ownCreated);
};

/** An event after it was claimed. */
export const claimedRow = (row: EventRow, owner: string, leaseUntil: number): EventRow => ({
  ...row,
  stored: { ...row.stored, attempts: row.stored.attempts + 1, next_attempt_at: leaseUntil },
  owner,
});

/** The result of a claim. `row`: after it. */
export const claimOf = (
  { stored, replayedAfter, takenBy }: EventRow,
  superseded: boolean,
): ClaimedEvent => ({
  stored,
  attempt: stored.attempts,
  attemptInRound: stored.attempts - (replayedAfter ?? 0),
  replay: replayedAfter !== null,
  superseded,
  takenBy,
});

// To the handlers that have it, an older event of the object is superseded.
const firstHandledAt = (
  { handled_at: before }: StoredEvent,
  takenBy: ReadonlyArray<string>,
  now: number,
): number | null => before ?? (takenBy.length > 0 ? now : null);

/** An event after its lease was extended. Only its owner may, also after its end, unless another event of its lane is leased. */
export const extendedRow = (
  row: EventRow,
  leaseUntil: number,
  { now, takenBy }: Parameters<EventQueue['extend']>[3],
): EventRow => ({
  ...row,
  stored: {
    ...row.stored,
    next_attempt_at: leaseUntil,
    handled_at: firstHandledAt(row.stored, takenBy, now),
  },
  takenBy,
});

type Try = Parameters<EventQueue['conclude']>[1];

const afterwards = (
  { outcome, endedAt }: Try,
  stored: StoredEvent,
  takenBy: ReadonlyArray<string>,
): Partial<StoredEvent> => {
  switch (outcome._tag) {
    case 'Handled':
      return { state: 'handled', next_attempt_at: null, handled_at: endedAt, last_error: null };
    case 'Ignored':
      return { state: 'ignored', next_attempt_at: null, reason: outcome.reason };
    case 'Failed':
      return {
        state: outcome.nextAttemptAt === null ? 'dead' : 'pending',
        next_attempt_at: outcome.nextAttemptAt,
        handled_at: firstHandledAt(stored, takenBy, endedAt),
        last_error: outcome.error,
      };
  }
};

/** An event after an attempt. Only its owner may conclude it, also after the end of its lease. */
export const concludedRow = (row: EventRow, ended: Try): EventRow => {
  const { outcome, startedAt, endedAt, handlers = [], takenBy = row.takenBy } = ended;
  const error = outcome._tag === 'Failed' ? outcome.error : null;
  const { attempts: attempt } = row.stored;
  const tried = { attempt, started_at: startedAt, ended_at: endedAt, error, handlers };
  return {
    ...row,
    stored: { ...row.stored, ...afterwards(ended, row.stored, takenBy) },
    tries: outcome._tag === 'Ignored' ? row.tries : [...row.tries, tried].slice(-keptTries),
    takenBy: outcome._tag === 'Handled' ? [] : takenBy,
    owner: null,
    replayedAfter: outcome._tag === 'Failed' ? row.replayedAfter : null,
  };
};

/** An event after it was made due again. Neither a dropped event may be, nor one that is leased. */
export const replayedRow = (row: EventRow, now: number): EventRow => ({
  ...row,
  stored: { ...row.stored, state: 'pending', reason: null, next_attempt_at: now },
  takenBy: row.stored.state === 'handled' ? [] : row.takenBy,
  owner: null,
  replayedAfter: row.stored.attempts,
});

/** Whether `replayAll` makes an event due again. The place of `after` is not compared. */
export const isSelected = (
  { state, type, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: ReplaySelection,
  stored: StoredEvent,
): boolean =>
  stored.state !== 'pending' &&
  stored.state !== 'dropped' &&
  (state === undefined || stored.state === state) &&
  (type === undefined || stored.type === type) &&
  stored.received_at >= from &&
  stored.received_at < to;

/** An event after its payload was dropped. Nobody leases it any more. */
export const droppedRow = ({ sequence, stored }: EventRow): EventRow =>
  untriedRow(sequence, droppedEvent(remainsOf(stored)));

/** The customer and the payment by which an event is erased. `payment` counts only for events that name no customer. */
export const erasedWith = (
  stored: StoredEvent,
): { readonly customer: string | null; readonly payment: string | null } => {
  const { customer, payment } = subjectsOf(stored.event);
  return { customer, payment: customer === null ? payment : null };
};

/**
 * The payments whose events are erased with this event of a customer. They are erased first: after this event is dropped, nothing
 * leads to them.
 */
export const paymentsOf = ({ event, object_id }: StoredEvent): ReadonlySet<string> =>
  new Set([subjectsOf(event).payment, object_id].filter((id) => id !== null));
