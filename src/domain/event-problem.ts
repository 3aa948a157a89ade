import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { decodeObject } from './decode-object.js';
import { eventObjects } from './event-objects.js';
import type { ProcessorEvent } from './processor-event.js';

const objects: { readonly [type: string]: t.Decoder<unknown, unknown> } = eventObjects;

/** Why an event's object is not what events of its type have; `undefined` when it is, or when the type is not known. */
export const eventProblem = ({ type, data }: ProcessorEvent): string | undefined => {
  const codec = Object.hasOwn(objects, type) ? objects[type] : undefined;
  if (codec === undefined) return undefined;
  const decoded = decodeObject(codec)(data.object);
  return E.isLeft(decoded) ? `its object is no ${decoded.left}` : undefined;
};
