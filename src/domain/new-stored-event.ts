import { objectIdOf } from './object-id-of.js';
import { originOf, type ProcessorEvent } from './processor-event.js';
import type { StoredEvent } from './stored-event.js';

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
