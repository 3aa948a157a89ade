import { isObject } from '../../../domain/json.js';
import { createKept, isKeepable } from '../../../domain/kept.js';
import { renderSuccess } from './render.js';
import type { Route } from './route.js';

const mostCharacters = 8_000_000;

const keptText = createKept<string>(mostCharacters, ({ length }) => length);

const objectText = (value: object): string =>
  isKeepable(value) ? keptText(value, JSON.stringify) : JSON.stringify(value);

const isListOfObjects = (value: unknown): value is { readonly data: ReadonlyArray<object> } =>
  isObject(value) && 'data' in value && Array.isArray(value.data) && value.data.every(isObject);

const listText = (list: { readonly data: ReadonlyArray<object> }): string => {
  const fields = Object.entries<unknown>(list)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text =
        name === 'data' ? `[${list.data.map(objectText).join(',')}]` : JSON.stringify(value);
      return `${JSON.stringify(name)}:${text}`;
    });
  return `{${fields.join(',')}}`;
};

const dataText = (data: unknown): string => {
  if (isListOfObjects(data)) return listText(data);
  return isObject(data) ? objectText(data) : JSON.stringify(data);
};

/**
 * Writes the envelopes of a route that only reads. Reading the same page again gives mostly the same objects, whose texts are kept.
 */
export const readTextOf = ({ status, message }: Route): ((data: unknown) => string) => {
  const frame = JSON.stringify(renderSuccess(status, message, null).body);
  const start = frame.slice(0, -'null}'.length);
  return (data) => `${start}${dataText(data)}}`;
};
