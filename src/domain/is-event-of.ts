import type { EventOf } from './event-of.js';
import { eventProblem } from './event-problem.js';
import type { ProcessorEvent } from './processor-event.js';

/** Whether an event is of a type, and its object what events of that type have. Every event is of `*`. */
export const isEventOf = <T extends string>(event: ProcessorEvent, type: T): event is EventOf<T> =>
  type === '*' || (event.type === type && eventProblem(event) === undefined);
