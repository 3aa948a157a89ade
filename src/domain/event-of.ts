import type * as t from 'io-ts';
import type { eventObjects } from './event-objects.js';
import type { ProcessorEvent } from './processor-event.js';

/** The event types whose objects are known. */
export type KnownEventType = keyof typeof eventObjects;

/** An event of a type, with the object that events of this type have; of other types, with any object. */
export type EventOf<T extends string> = T extends KnownEventType
  ? ProcessorEvent & {
      readonly type: T;
      readonly data: { readonly object: t.TypeOf<(typeof eventObjects)[T]> };
    }
  : ProcessorEvent;
