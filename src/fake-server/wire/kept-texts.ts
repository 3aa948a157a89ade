import type { JsonObject } from '../../adapters/outbound/memory/engine/objects/json.js';
import { isObject } from '../../domain/json.js';
import { createKept } from '../../domain/kept.js';
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

/**
 * Writes objects and lists like `jsonText`, and keeps the texts of objects and of the items of lists: who waits for a change
 * reads the same object again and again. The objects must not change. `size`: characters of text, about.
 */
export const createKeptTexts = (size: number): ((body: JsonObject) => string | Uint8Array) => {
  const textOf = createKept<string>(size, lengthOf);
  const bytesOf = createKept<Uint8Array>(size, lengthOf);
  return (body) => {
    const { data } = body;
    return Array.isArray(data) && data.length > 0 && data.every(isObject)
      ? listBytes(
          body,
          data.map((item) => bytesOf(item, itemBytes)),
        )
      : textOf(body, jsonText);
  };
};
