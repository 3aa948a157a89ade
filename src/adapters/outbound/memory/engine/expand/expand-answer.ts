import type { JsonObject } from '../objects/json.js';
import type { ObjectName } from '../objects/object.js';
import type { State } from '../store/state.js';
import { expansions } from './expansions.js';
import { findObject } from './find-object.js';
import { includedList } from './included-list.js';
import { kindsOf } from './kinds-of.js';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands in a field, replaced by what `change` makes of it; a dot leads into a part of the object. */
const at = (object: JsonObject, field: string, change: (value: unknown) => unknown): JsonObject => {
  const [first = '', ...rest] = field.split('.');
  const inner = object[first];
  if (rest.length === 0) return { ...object, [first]: change(inner) };
  return isObject(inner) ? { ...object, [first]: at(inner, rest.join('.'), change) } : object;
};

const eachOf = (list: JsonObject, change: (item: JsonObject) => JsonObject): JsonObject => {
  const { data } = list;
  return Array.isArray(data) ? { ...list, data: data.filter(isObject).map(change) } : list;
};

const findAny = (
  state: State,
  kinds: ReadonlyArray<ObjectName>,
  id: string,
): JsonObject | undefined => {
  for (const kind of kinds) {
    const found = findObject(state, kind, id);
    if (found !== undefined) return found;
  }
  return undefined;
};

const expandPath = (
  state: State,
  kind: ObjectName,
  object: JsonObject,
  [field, ...rest]: ReadonlyArray<string>,
): JsonObject => {
  const target = field === undefined ? undefined : expansions[kind][field];
  // Of a deleted object nothing is left to be expanded.
  if (field === undefined || target === undefined || object['deleted'] === true) return object;
  return at(object, field, (present) => {
    // Another path may have expanded it already.
    if (typeof target === 'object' && 'listOf' in target) {
      const list = present ?? includedList(state, field, String(object['id']));
      return isObject(list)
        ? eachOf(list, (item) => expandPath(state, target.listOf, item, rest))
        : list;
    }
    const kinds = kindsOf(target);
    const found = typeof present === 'string' ? findAny(state, kinds, present) : present;
    if (!isObject(found)) return present;
    const shown = kinds.find((one) => one === found['object']);
    return shown === undefined ? found : expandPath(state, shown, found, rest);
  });
};

/** An object, or the items of a list, with the objects in the place of their ids that the paths lead to. */
export const expandAnswer = (
  state: State,
  kind: ObjectName,
  answer: JsonObject,
  paths: ReadonlyArray<ReadonlyArray<string>>,
): JsonObject => {
  const expand = (one: JsonObject): JsonObject =>
    paths.reduce((expanded, path) => expandPath(state, kind, expanded, path), one);
  return answer['object'] === 'list' ? eachOf(answer, expand) : expand(answer);
};
