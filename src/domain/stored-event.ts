import * as t from 'io-ts';
import { nullable } from './nullable.js';
import { oneOf } from './one-of.js';
import { ProcessorEvent } from './processor-event.js';
import { text } from './text.js';
import { UnixSeconds } from './unix-seconds.js';

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
