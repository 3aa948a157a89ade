import * as E from 'fp-ts/lib/Either.js';
import { Field } from './field.js';
import { isPlainObject } from './json.js';

/** The headers of a request as frameworks have them: an object by name, or `Headers`. */
type WrittenHeaders =
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }
  | Iterable<readonly [string, string]>;

/** By name in lower case. */
export type RequestHeaders = { readonly [name: string]: string };

const isPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

const valuesOf = (value: unknown): ReadonlyArray<unknown> => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};

/** Each header with its values; `undefined`: these are no headers. */
const pairsOf = (value: unknown): ReadonlyArray<readonly [string, string]> | undefined => {
  if (!isIterable(value) && !isPlainObject(value)) return undefined;
  const pairs: ReadonlyArray<unknown> = isIterable(value)
    ? [...value]
    : Object.entries(value).flatMap(([name, values]) => valuesOf(values).map((one) => [name, one]));
  return pairs.every(isPair) ? pairs : undefined;
};

const joined = (pairs: ReadonlyArray<readonly [string, string]>): RequestHeaders => {
  const headers = pairs.map(([name, value]) => [name.toLowerCase(), value] as const);
  const values = new Map<string, Array<string>>(headers.map(([name]) => [name, []]));
  for (const [name, value] of headers) {
    const list = values.get(name) ?? [];
    list[list.length] = value;
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.join(', ')]));
};

const aText = { type: 'string' };

/** The headers of a request. The values of a repeated one are joined. */
export const RequestHeaders = new Field<RequestHeaders, WrittenHeaders>({
  name: 'RequestHeaders',
  schema: {
    description: 'The headers of the request: an object by name, or a list of pairs',
    anyOf: [
      {
        type: 'object',
        additionalProperties: { anyOf: [aText, { type: 'array', items: aText }] },
      },
      { type: 'array', items: { type: 'array', items: aText, minItems: 2, maxItems: 2 } },
    ],
  },
  is: (value): value is RequestHeaders =>
    isPlainObject(value) &&
    Object.entries(value).every(
      ([name, header]) => name === name.toLowerCase() && typeof header === 'string',
    ),
  refine: (value) => {
    const pairs = pairsOf(value);
    return pairs === undefined
      ? E.left({ _tag: 'NotA', expected: 'headers' })
      : E.right(joined(pairs));
  },
  encode: (headers) => headers,
});
