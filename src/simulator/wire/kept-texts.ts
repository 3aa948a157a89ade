import { createKept } from '../../application/kept.js';
import { isObject } from '../../domain/input/json.js';
import type { JsonObject } from '../engine/objects/json.js';
import { jsonText } from './wire-response.js';

const lengthOf = ({ length }: { readonly length: number }): number => length;

const itemBytes = (item: object): Uint8Array =>
  Buffer.from(`,\n${jsonText(item).trimEnd()}`.replaceAll('\n', '\n    '));

// Strings in JSON have no line breaks and no bare quotes, so it is found nowhere else.
const noItems = '\n  "data": []';

/** A list, of the bytes of its items. As text it would be copied three times on its way to the connection. */
const listBytes = (list: JsonObject, items: ReadonlyArray<Uint8Array>): Uint8Array => {
  const frame = jsonText({ ...list, data: [] });
  const at = frame.indexOf(noItems);
  const [first, ...others] = items;
  return Buffer.concat([
    Buffer.from(`${frame.slice(0, at)}\n  "data": [`),
    // Without the comma.
    ...(first === undefined ? [] : [first.subarray(1)]),
    ...others,
    Buffer.from(`\n  ]${frame.slice(at + noItems.length)}`),
  ]);
};

/** A page of a list, with its bytes. */
type Page = { readonly list: JsonObject; readonly bytes: Uint8Array };

const areSame = (items: ReadonlyArray<object>, data: unknown): boolean =>
  Array.isArray(data) &&
  data.length === items.length &&
  items.every((item, at) => data[at] === item);

/** Whether two lists have the same fields in the same order, and the same items. */
const isSameList = (list: JsonObject, items: ReadonlyArray<object>, other: JsonObject): boolean => {
  const names = Object.keys(list);
  const others = Object.keys(other);
  return (
    names.length === others.length &&
    names.every(
      (name, at) =>
        name === others[at] &&
        (name === 'data' ? areSame(items, other[name]) : list[name] === other[name]),
    )
  );
};

/**
 * Writes objects and lists like `jsonText`, and keeps the texts of objects, of the items of lists and of whole pages: who waits
 * for a change reads the same again and again. The objects must not change. `size`: characters of text, about.
 */
export const createKeptTexts = (size: number): ((body: JsonObject) => string | Uint8Array) => {
  const textOf = createKept<string>(size, lengthOf);
  const bytesOf = createKept<Uint8Array>(size, lengthOf);
  // Each with its first item.
  const pageOf = createKept<Page>(size, ({ bytes }) => bytes.length);

  return (body) => {
    const { data } = body;
    if (!Array.isArray(data) || !data.every(isObject)) return textOf(body, jsonText);
    const [first] = data;
    if (first === undefined) return textOf(body, jsonText);
    const write = (): Page => ({
      list: body,
      bytes: listBytes(
        body,
        data.map((item) => bytesOf(item, itemBytes)),
      ),
    });
    return pageOf(first, write, ({ list }) => isSameList(body, data, list)).bytes;
  };
};
