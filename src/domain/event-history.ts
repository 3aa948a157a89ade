import * as t from 'io-ts';
import { StoredEvent } from './stored-event.js';
import { UnixSeconds } from './unix-seconds.js';

/** One try to handle an event; `error` is `null` when it was taken. */
export const EventTry = t.type(
  {
    attempt: t.number,
    started_at: UnixSeconds,
    ended_at: UnixSeconds,
    error: t.union([t.string, t.null]),
  },
  'EventTry',
);
export interface EventTry extends Readonly<t.TypeOf<typeof EventTry>> {}

/** A stored event with its latest tries, oldest first. */
export const EventHistory = t.intersection(
  [StoredEvent, t.type({ tries: t.readonlyArray(EventTry) })],
  'EventHistory',
);
export interface EventHistory extends Readonly<t.TypeOf<typeof EventHistory>> {}
