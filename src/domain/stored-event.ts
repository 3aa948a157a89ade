import * as t from 'io-ts';
import { ProcessorEvent } from './processor-event.js';
import { UnixSeconds } from './unix-seconds.js';

/** An event as the inbox keeps it. */
export const StoredEvent = t.type(
  {
    id: t.string,
    object: t.literal('stored_event'),
    type: t.string,
    received_at: UnixSeconds,
    event: ProcessorEvent,
  },
  'StoredEvent',
);
export interface StoredEvent extends Readonly<t.TypeOf<typeof StoredEvent>> {}
