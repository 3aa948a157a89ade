import * as t from 'io-ts';
import { StoredEvent } from './stored-event.js';
import { UnixSeconds } from './unix-seconds.js';

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
