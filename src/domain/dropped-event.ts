import type { ProcessorEvent } from './processor-event.js';
import type { StoredEvent } from './stored-event.js';

/** What is left of an event whose payload was dropped: no object, and so nothing about anybody. */
export const withoutPayload = ({
  id,
  type,
  created,
  livemode,
}: Pick<ProcessorEvent, 'id' | 'type' | 'created' | 'livemode'>): ProcessorEvent => ({
  id,
  object: 'event',
  type,
  created,
  livemode,
  data: { object: {} },
});

/** A stored event after its payload was dropped. Its id stays, by which it is known when it comes again. */
export const droppedEvent = (stored: StoredEvent): StoredEvent => ({
  ...stored,
  state: 'dropped',
  reason: null,
  object_id: null,
  next_attempt_at: null,
  last_error: null,
  event: withoutPayload(stored.event),
});
