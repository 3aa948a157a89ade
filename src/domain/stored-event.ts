import * as t from 'io-ts';
import { objectIdOf } from './event-subjects.js';
import { isoOfSeconds, UnixSeconds } from './moment.js';
import { nullable, oneOf, text } from './primitives.js';
import { createdOf, isThinEventType, originOf, ProcessorEvent } from './processor-event.js';

/** Where an event of the inbox stands. */
export const eventStates = ['pending', 'handled', 'ignored', 'dead', 'dropped'] as const;
/** Where an event of the inbox stands. */
export type EventState = (typeof eventStates)[number];

/** The states out of which events are replayed. Those that are `pending` come by themselves; what was `dropped` is gone. */
export const replayableStates = ['dead', 'ignored', 'handled'] as const;

/**
 * An event as the inbox keeps it. `state`: `pending` until every handler has taken it, then `handled`; `ignored` when
 * there is nobody to handle it (`reason` says why); `dead` after its last try, until it is replayed; `dropped` when its
 * payload was erased or grew old: then `event` has its id, type and moment, and an empty object.
 */
export const StoredEvent = t.type(
  {
    id: t.string,
    object: t.literal('stored_event'),
    type: t.string,
    received_at: UnixSeconds,
    state: oneOf(eventStates, 'Where it stands'),
    reason: nullable(text('Why nobody handles it, when it is ignored')),
    object_id: nullable(text('Id of the object that it is about')),
    attempts: t.number,
    next_attempt_at: nullable(UnixSeconds),
    handled_at: nullable(UnixSeconds),
    last_error: nullable(text('How its last try failed; `null` once it is handled')),
    api_version: nullable(text("The version of its object, the event's own")),
    account: nullable(text('The connected account that it is of, `acct_...`')),
    signed_with: nullable(
      text(
        'Which webhook secret it was signed with: the first 8 hexadecimal digits of its SHA-256',
      ),
    ),
    event: ProcessorEvent,
  },
  'StoredEvent',
);
/** `attempts` counts the tries that were begun; `handled_at` is when it was last handled, and a replay leaves it. */
export interface StoredEvent extends Readonly<t.TypeOf<typeof StoredEvent>> {}

const error = t.union([t.string, t.null]);

/** How a handler ended in a try; `error` is `null` when it took the event. */
export const HandlerTry = t.type({ name: t.string, error }, 'HandlerTry');
export interface HandlerTry extends Readonly<t.TypeOf<typeof HandlerTry>> {}

/**
 * One try to handle an event, with the handlers that were given it; `error` is `null` when all of them took it. Tries that an
 * earlier version has written name no handlers.
 */
export const EventTry = t.type(
  {
    attempt: t.number,
    started_at: UnixSeconds,
    ended_at: UnixSeconds,
    error,
    handlers: t.readonlyArray(HandlerTry),
  },
  'EventTry',
);
export interface EventTry extends Readonly<t.TypeOf<typeof EventTry>> {}

/**
 * A stored event with its latest tries, oldest first. `taken_by`: the handlers that have taken it while others have not yet;
 * they are not given it again.
 */
export const EventHistory = t.intersection(
  [StoredEvent, t.type({ taken_by: t.readonlyArray(t.string), tries: t.readonlyArray(EventTry) })],
  'EventHistory',
);
export interface EventHistory extends Readonly<t.TypeOf<typeof EventHistory>> {}

/** An event as it comes into the inbox: due at once, or `ignored` for a reason. `receivedAt`: Unix seconds. */
export const newStoredEvent = (
  event: ProcessorEvent,
  receivedAt: number,
  ignoredBecause: string | null,
  signedWith: string | null,
): StoredEvent => ({
  id: event.id,
  object: 'stored_event',
  type: event.type,
  received_at: receivedAt,
  state: ignoredBecause === null ? 'pending' : 'ignored',
  reason: ignoredBecause,
  object_id: objectIdOf(event),
  attempts: 0,
  next_attempt_at: ignoredBecause === null ? receivedAt : null,
  handled_at: null,
  last_error: null,
  ...originOf(event),
  signed_with: signedWith,
  event,
});

/** What is left of an event whose payload was dropped: no object, and so nothing about anybody. `created`: Unix seconds. */
export const withoutPayload = (
  { id, type, livemode }: Pick<ProcessorEvent, 'id' | 'type' | 'livemode'>,
  created: number,
): ProcessorEvent =>
  isThinEventType(type)
    ? { id, object: 'v2.core.event', type, created: isoOfSeconds(created), livemode }
    : { id, object: 'event', type, created, livemode, data: { object: {} } };

/** A stored event after its payload was dropped. Its id stays, by which it is known when it comes again. */
export const droppedEvent = (stored: StoredEvent): StoredEvent => ({
  ...stored,
  state: 'dropped',
  reason: null,
  object_id: null,
  next_attempt_at: null,
  last_error: null,
  api_version: null,
  account: null,
  event: withoutPayload(stored.event, createdOf(stored.event)),
});
