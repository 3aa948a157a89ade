import type { EventObject } from '../objects/event.js';

/** Under which an event stands: its type, apart while endpoints still wait for it. */
export const eventsKey = ({
  type,
  pending_webhooks,
}: Pick<EventObject, 'type' | 'pending_webhooks'>): string =>
  pending_webhooks === 0 ? type : `${type} waits`;
