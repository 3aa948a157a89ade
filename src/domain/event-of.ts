import type * as t from 'io-ts';
import type { eventObjects } from './event-objects.js';
import type { ProcessorEvent } from './processor-event.js';
import type { SnapshotEvent } from './snapshot-event.js';
import type { ThinEvent, ThinEventType } from './thin-event.js';

/** The event types whose objects are known. */
export type KnownEventType = keyof typeof eventObjects;

/**
 * An event of a type, with the object that events of this type have; of other types with any object. Events of types such as
 * `v2.core.account.updated` are thin. Of `*`, and where the type is not known, it is either.
 */
export type EventOf<T extends string> = T extends KnownEventType
  ? SnapshotEvent & {
      readonly type: T;
      readonly data: { readonly object: t.TypeOf<(typeof eventObjects)[T]> };
    }
  : T extends ThinEventType
    ? ThinEvent & { readonly type: T }
    : string extends T
      ? ProcessorEvent
      : T extends '*'
        ? ProcessorEvent
        : SnapshotEvent;
