import * as t from 'io-ts';
import { ProcessorEvent } from './processor-event.js';

/** What stands in the processor's list of events: one that is no `ProcessorEvent` is known by its id alone. */
export const ListedEvent = t.union([ProcessorEvent, t.type({ id: t.string })], 'ListedEvent');
export type ListedEvent = ProcessorEvent | { readonly id: string };
