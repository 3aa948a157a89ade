import { isoOfSeconds } from './iso-moment.js';
import { createdOf, type ProcessorEvent } from './processor-event.js';
import type { StoredEvent } from './stored-event.js';
import { isThinEventType } from './thin-event.js';

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
