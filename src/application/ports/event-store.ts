import type { EventInbox } from './event-inbox.js';
import type { EventQueue } from './event-queue.js';

/** Where received events are kept, and wait to be handled. */
export type EventStore = EventInbox & EventQueue;
