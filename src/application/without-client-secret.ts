import { isObject } from '../domain/input/json.js';
import { createKept, createWorthKeeping } from './kept.js';

type Strip = (value: unknown) => unknown;

const strippedItems = (items: ReadonlyArray<unknown>, strip: Strip): ReadonlyArray<unknown> => {
  const stripped = items.map(strip);
  return stripped.every((item, index) => item === items[index]) ? items : stripped;
};

// Every answer passes here, and most of its parts hold no secret: those are shared with the given value, not copied.
const strippedFields = (value: object, strip: Strip): object => {
  let result: object = value;
  if (Object.hasOwn(value, 'client_secret')) {
    const { client_secret: _, ...kept }: { readonly client_secret?: unknown } = value;
    result = kept;
  }
  // All values at once: reading them by their names takes twice as long.
  const values: ReadonlyArray<unknown> = Object.values(result);
  for (let place = 0; place < values.length; place += 1) {
    const inner = values[place];
    if (!isObject(inner)) continue;
    const stripped = strip(inner);
    if (stripped !== inner) result = { ...result, [Object.keys(result)[place] ?? '']: stripped };
  }
  return result;
};

// A page that is read again has mostly the same objects.
const isWorthKeeping = createWorthKeeping();
const kept = createKept<object>(10_000, () => 1);

const stripAndKeep: Strip = (value) => {
  if (Array.isArray(value)) return strippedItems(value, stripAndKeep);
  if (!isObject(value)) return value;
  return isWorthKeeping(value)
    ? kept(value, (object) => Object.freeze(strippedFields(object, stripAndKeep)))
    : strippedFields(value, stripAndKeep);
};

const stripOnce: Strip = (value) => {
  if (Array.isArray(value)) return strippedItems(value, stripOnce);
  if (!isObject(value)) return value;
  const stripped = strippedFields(value, stripOnce);
  return stripped !== value && Object.isFrozen(value) ? Object.freeze(stripped) : stripped;
};

/**
 * The object without any `client_secret`, at every depth: a reader could use it to act for the customer. The result is kept for
 * objects that never change and are read again.
 */
export const withoutClientSecret = <A>(value: A): A => stripAndKeep(value) as A;

/** The same for an event, which passes only once: nothing is kept. */
export const eventWithoutClientSecret = <A>(event: A): A => stripOnce(event) as A;
