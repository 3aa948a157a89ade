import type { JsonObject } from '../../adapters/outbound/memory/engine/objects/json.js';
import { isObject } from '../../domain/json.js';
import { jsonText } from './wire-response.js';

/** The text of an object: the kept one, or that of `write`, which is kept from then on. */
type Texts = (object: object, write: (object: object) => string) => string;

/** Keeps about `size` characters of recent texts and as many of earlier ones, of which those that are read stay. */
const createTexts = (size: number): Texts => {
  // Weak: a text goes with its object.
  let recent = new WeakMap<object, string>();
  let earlier = recent;
  let kept = 0;
  return (object, write) => {
    const known = recent.get(object);
    if (known !== undefined) return known;
    const text = earlier.get(object) ?? write(object);
    if (kept > size) {
      earlier = recent;
      recent = new WeakMap();
      kept = 0;
    }
    recent.set(object, text);
    kept += text.length;
    return text;
  };
};

const indented = (item: object): string => jsonText(item).trimEnd().replaceAll('\n', '\n    ');

// Strings in JSON have no line breaks and no bare quotes, so it is found nowhere else.
const noItems = '\n  "data": []';

/**
 * Writes objects and lists like `jsonText`, and keeps the texts of objects and of the items of lists: who waits for a change
 * reads the same object again and again. The objects must not change. `size`: characters of text, about.
 */
export const createKeptTexts = (size: number): ((body: JsonObject) => string) => {
  const texts = createTexts(size);
  const itemTexts = createTexts(size);
  return (body) => {
    const { data } = body;
    if (!Array.isArray(data) || data.length === 0 || !data.every(isObject)) {
      return texts(body, jsonText);
    }
    const frame = jsonText({ ...body, data: [] });
    const at = frame.indexOf(noItems);
    const items = data.map((item) => itemTexts(item, indented)).join(',\n    ');
    const begin = `${frame.slice(0, at)}\n  "data": [\n    `;
    return `${begin}${items}\n  ]${frame.slice(at + noItems.length)}`;
  };
};
