import * as t from 'io-ts';
import { ProcessorEvent } from './processor-event.js';
import { UnixSeconds } from './unix-seconds.js';

const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null]);

/**
 * An event as the inbox keeps it. `state`: `pending` until a handler has taken it, then `handled`; `ignored` when there
 * is nobody to handle it (`reason` says why); `dead` after its last try, until it is replayed.
 */
export const StoredEvent = t.type(
  {
    id: t.string,
    object: t.literal('stored_event'),
    type: t.string,
    received_at: UnixSeconds,
    state: t.keyof({ pending: null, handled: null, ignored: null, dead: null }),
    reason: orNull(t.string),
    /** Id of the object that it is about. */
    object_id: orNull(t.string),
    /** How many tries there were. */
    attempts: t.number,
    next_attempt_at: orNull(UnixSeconds),
    handled_at: orNull(UnixSeconds),
    last_error: orNull(t.string),
    event: ProcessorEvent,
  },
  'StoredEvent',
);
export interface StoredEvent extends Readonly<t.TypeOf<typeof StoredEvent>> {}
