import type { EventHandlingSettings } from '../events/event-handling-settings.js';

/** How the service handles events: it sends them on, and that has a timeout of its own. */
export type EventHandlingConfig = Omit<EventHandlingSettings, 'timeoutSeconds'>;
