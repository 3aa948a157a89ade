import type { EngineParts } from '../engine-parts.js';
import { trimEvents } from './trim-events.js';

/** Lets the events be seen that are due: in lists, by listeners and webhooks. */
export const releaseEvents = ({ memory, options, dispatcher }: EngineParts): void => {
  for (const event of memory.lateEvents.takeDue(memory.clock.now())) {
    memory.state.events.put(event);
    trimEvents(memory.state, options.keepEvents);
    dispatcher.add(event);
  }
};
