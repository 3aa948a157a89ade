import * as t from 'io-ts';
import { isoOfSeconds, UnixSeconds } from '../input/moment.js';
import { nullable, oneOf, text } from '../input/primitives.js';
import { objectIdOf } from './event-subjects.js';
import { createdOf, isThinEventType, originOf, ProcessorEvent } from './processor-event.js';

/** The states of a stored event. */
export const eventStates = ['pending', 'handled', 'ignored', 'dead', 'dropped'] as const;
/** The state of a stored event. */
export type EventState = (typeof eventStates)[number];

/** The states from which an event can be replayed. `pending` events run by themselves, and `dropped` ones have no payload. */
export const replayableStates = ['dead', 'ignored', 'handled'] as const;

const storedEvent = t.type(
  {
    /** Id of the event, `evt_...`. */
    id: t.string,
    /** Always `stored_event`. */
    object: t.literal('stored_event'),
    /** The type of the event, such as `payment_intent.succeeded`. */
    type: t.string,
    /** When the event arrived, Unix seconds. */
    received_at: UnixSeconds,
    /** State of the event. */
    state: oneOf(eventStates, 'State of the event'),
    /** Why the event is ignored. */
    reason: nullable(text('Why the event is ignored')),
    /** Id of the event's object. */
    object_id: nullable(text("Id of the event's object")),
    /** How many tries began. */
    attempts: t.number,
    /** When the next try is due, Unix seconds; `null`: none is. */
    next_attempt_at: nullable(UnixSeconds),
    /** When it was last handled, or some of its handlers first did, Unix seconds; a replay keeps it. */
    handled_at: nullable(UnixSeconds),
    /** Why the last try failed; `null` once the event is handled. */
    last_error: nullable(text('Why the last try failed; `null` once the event is handled')),
    /** API version of the event's object. */
    api_version: nullable(text("API version of the event's object")),
    /** Connected account of the event, `acct_...`. */
    account: nullable(text('Connected account of the event, `acct_...`')),
    /** The webhook secret that signed the event: the first 8 hexadecimal digits of its SHA-256. */
    signed_with: nullable(
      text(
        'The webhook secret that signed the event: the first 8 hexadecimal digits of its SHA-256',
      ),
    ),
    /** The event of the processor. */
    event: ProcessorEvent,
  },
  'StoredEvent',
);
/**
 * An event in the store. `state`: `pending` until every handler has succeeded, then `handled`; `ignored` when no handler takes
 * it (`reason` says why); `dead` after the last try failed, until it is replayed; `dropped` after its payload was erased or
 * expired: then `event` has only its id, type and time, with an empty object.
 */
export interface StoredEvent extends Readonly<t.TypeOf<typeof storedEvent>> {}
export const StoredEvent: t.Type<StoredEvent> = storedEvent;

const error = t.union([t.string, t.null]);

const handlerTry = t.type(
  {
    /** The name of the handler. */
    name: t.string,
    /** Why it failed; `null` when it succeeded. */
    error,
  },
  'HandlerTry',
);
/** The result of a handler in a try; `error` is `null` when it succeeded. */
export interface HandlerTry extends Readonly<t.TypeOf<typeof handlerTry>> {}
export const HandlerTry: t.Type<HandlerTry> = handlerTry;

const eventTry = t.type(
  {
    /** The number of the try, from 1. */
    attempt: t.number,
    /** When it began, Unix seconds. */
    started_at: UnixSeconds,
    /** When it ended, Unix seconds. */
    ended_at: UnixSeconds,
    /** Why it failed; `null` when it succeeded. */
    error,

    /** The handlers that ran. */
    handlers: t.readonlyArray(HandlerTry),
  },
  'EventTry',
);
/**
 * One try to handle an event, with the handlers that ran; `error` is `null` when all of them succeeded. Tries written by
 * earlier versions have no handlers.
 */
export interface EventTry extends Readonly<t.TypeOf<typeof eventTry>> {}
export const EventTry: t.Type<EventTry> = eventTry;

const eventHistory = t.intersection(
  [
    StoredEvent,
    t.type({
      /** The handlers that succeeded while others have not yet; they do not run again. */
      taken_by: t.readonlyArray(t.string),
      /** The latest tries, oldest first. */
      tries: t.readonlyArray(EventTry),
    }),
  ],
  'EventHistory',
);
/**
 * A stored event with its latest tries, oldest first. `taken_by`: the handlers that succeeded while others have not yet; they
 * do not run again.
 */
export interface EventHistory extends Readonly<t.TypeOf<typeof eventHistory>> {}
export const EventHistory: t.Type<EventHistory> = eventHistory;

/** A new event for the store: due immediately, or `ignored` for a reason. `receivedAt`: Unix seconds. */
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

/** The event without its payload, and so without personal data. `created`: Unix seconds. */
export const withoutPayload = (
  { id, type, livemode }: Pick<ProcessorEvent, 'id' | 'type' | 'livemode'>,
  created: number,
): ProcessorEvent =>
  isThinEventType(type) && livemode !== undefined
    ? { id, object: 'v2.core.event', type, created: isoOfSeconds(created), livemode }
    : {
        id,
        object: 'event',
        type,
        created,
        ...(livemode === undefined ? {} : { livemode }),
        data: { object: {} },
      };

/** The rest of a stored event without its payload. Its id stays, so that a repeated delivery is recognized. */
export type EventRemains = Pick<
  StoredEvent,
  'id' | 'type' | 'received_at' | 'attempts' | 'handled_at' | 'signed_with'
> & {
  /** Unix seconds. */
  readonly created: number;
  readonly livemode?: boolean;
};

export const remainsOf = (stored: StoredEvent): EventRemains => ({
  id: stored.id,
  type: stored.type,
  received_at: stored.received_at,
  attempts: stored.attempts,
  handled_at: stored.handled_at,
  signed_with: stored.signed_with,
  created: createdOf(stored.event),
  ...(stored.event.livemode === undefined ? {} : { livemode: stored.event.livemode }),
});

/** The stored event of which this is left. */
export const droppedEvent = (remains: EventRemains): StoredEvent => ({
  id: remains.id,
  object: 'stored_event',
  type: remains.type,
  received_at: remains.received_at,
  state: 'dropped',
  reason: null,
  object_id: null,
  attempts: remains.attempts,
  next_attempt_at: null,
  handled_at: remains.handled_at,
  last_error: null,
  api_version: null,
  account: null,
  signed_with: remains.signed_with,
  event: withoutPayload(remains, remains.created),
});
