import { createKept, createWorthKeeping } from '../../../application/kept.js';
import { isObject } from '../../../domain/input/json.js';
import type { Language } from './core/language.js';
import type { HttpResponse } from './core/message.js';
import { renderSuccess } from './render.js';
import type { Route } from './route.js';

const mostCharacters = 8_000_000;

const lengthOf = ({ length }: { readonly length: number }): number => length;

const isWorthKeeping = createWorthKeeping();

const keptText = createKept<string>(mostCharacters, lengthOf);

const keptItem = createKept<Uint8Array>(mostCharacters, lengthOf);

const objectText = (value: object): string =>
  isWorthKeeping(value) ? keptText(value, JSON.stringify) : JSON.stringify(value);

// A small Buffer would keep the piece of memory that it shares with others.
const encoder = new TextEncoder();

const itemBytes = (item: object): Uint8Array => encoder.encode(`,${JSON.stringify(item)}`);

const bytesOf = (item: object): Uint8Array =>
  isWorthKeeping(item) ? keptItem(item, itemBytes) : itemBytes(item);

const isListOfObjects = (value: unknown): value is { readonly data: ReadonlyArray<object> } =>
  isObject(value) && 'data' in value && Array.isArray(value.data) && value.data.every(isObject);

const fieldText = ([name, value]: readonly [string, unknown]): string =>
  `${JSON.stringify(name)}:${JSON.stringify(value)}`;

/** A list, of the kept bytes of its items. As text it would be copied three times on its way to the connection. */
const listBytes = (start: string, list: { readonly data: ReadonlyArray<object> }): Uint8Array => {
  const fields = Object.entries<unknown>(list).filter(([, value]) => value !== undefined);
  const at = fields.findIndex(([name]) => name === 'data');
  const before = fields.slice(0, at).map((field) => `${fieldText(field)},`);
  const after = fields.slice(at + 1).map((field) => `,${fieldText(field)}`);
  const items = list.data.map(bytesOf);
  return Buffer.concat([
    Buffer.from(`${start}{${before.join('')}"data":[`),
    // The first without its comma.
    ...items.map((item, index) => (index === 0 ? item.subarray(1) : item)),
    Buffer.from(`]${after.join('')}}}`),
  ]);
};

/**
 * Writes the envelopes of a route that only reads. Reading the same page again gives mostly the same objects, whose texts, or bytes
 * in lists, are kept.
 */
export const readBodyOf = ({
  status,
  message,
}: Pick<Route, 'status' | 'message'>): ((
  data: unknown,
  language: Language,
) => HttpResponse['body']) => {
  const startIn = (language: Language): string => {
    const { body } = renderSuccess(status, message, null, { language, headers: {} });
    return JSON.stringify(body).slice(0, -'null}'.length);
  };
  const starts = { es: startIn('es'), en: startIn('en') };
  return (data, language) => {
    const start = starts[language];
    // Items that are not kept are written faster all at once.
    if (isListOfObjects(data) && data.data.some(isWorthKeeping)) return listBytes(start, data);
    return `${start}${isObject(data) ? objectText(data) : JSON.stringify(data)}}`;
  };
};
