import type { JsonObject } from '../objects/json-object.js';
import type { ObjectName } from '../objects/object-name.js';
import { toSource } from '../sources/to-source.js';
import type { State } from '../state/state.js';
import { expansions } from './expansions.js';
import { findObject } from './find-object.js';

const shownSources = 10;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sourcesOf = (state: State, customer: string): JsonObject => {
  const cards = [...state.instruments.newestFirst({ index: 'source', key: customer })];
  return {
    object: 'list',
    data: cards.slice(0, shownSources).map(toSource),
    has_more: cards.length > shownSources,
    url: `/v1/customers/${customer}/sources`,
  };
};

/** What stands in a field, replaced by what `change` makes of it; a dot leads into a part of the object. */
const at = (object: JsonObject, field: string, change: (value: unknown) => unknown): JsonObject => {
  const [first = '', ...rest] = field.split('.');
  const inner = object[first];
  if (rest.length === 0) return { ...object, [first]: change(inner) };
  return isObject(inner) ? { ...object, [first]: at(inner, rest.join('.'), change) } : object;
};

const expandPath = (
  state: State,
  kind: ObjectName,
  object: JsonObject,
  [field, ...rest]: ReadonlyArray<string>,
): JsonObject => {
  const target = field === undefined ? undefined : expansions[kind][field];
  if (field === undefined || target === undefined) return object;
  const deeper = (value: JsonObject): JsonObject => expandPath(state, target, value, rest);
  if (field === 'sources') {
    return at(object, field, (present) => {
      const list = isObject(present) ? present : sourcesOf(state, String(object['id']));
      const { data } = list;
      return Array.isArray(data) ? { ...list, data: data.filter(isObject).map(deeper) } : list;
    });
  }
  return at(object, field, (value) => {
    // Another path may have expanded it already.
    const found = typeof value === 'string' ? findObject(state, target, value) : value;
    return isObject(found) ? deeper(found) : value;
  });
};

/** An object, or the items of a list, with the objects in the place of their ids that the paths lead to. */
export const expandAnswer = (
  state: State,
  kind: ObjectName,
  answer: JsonObject,
  paths: ReadonlyArray<ReadonlyArray<string>>,
): JsonObject => {
  const { object, data } = answer;
  const expand = (one: JsonObject): JsonObject =>
    paths.reduce((expanded, path) => expandPath(state, kind, expanded, path), one);
  return object === 'list' && Array.isArray(data)
    ? { ...answer, data: data.filter(isObject).map(expand) }
    : expand(answer);
};
