import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { decodeObject } from './decode-object.js';
import { eventObjects } from './event-objects.js';
import type { ProcessorEvent } from './processor-event.js';
import { isThinEventType } from './thin-event.js';

const objects: { readonly [type: string]: t.Decoder<unknown, unknown> } = eventObjects;

/** Why an event is not what events of its type are; `undefined` when it is, or when the type is not known. */
export const eventProblem = (event: ProcessorEvent): string | undefined => {
  const { type } = event;
  if (event.object === 'v2.core.event') {
    return isThinEventType(type) ? undefined : 'it is a thin event, and others of its type are not';
  }
  if (isThinEventType(type)) return 'it is not a thin event, and others of its type are';
  const codec = Object.hasOwn(objects, type) ? objects[type] : undefined;
  if (codec === undefined) return undefined;
  const decoded = decodeObject(codec)(event.data.object);
  return E.isLeft(decoded) ? `its object is no ${decoded.left}` : undefined;
};
