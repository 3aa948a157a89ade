import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { ObjectName } from '../objects/object.js';
import type { WireValue } from '../params/param.js';
import { listOf, text } from '../params/primitives.js';
import { expansions } from './expansions.js';
import { kindsOf } from './kinds-of.js';

const levels = 4;
const paths = listOf(text);

const tooDeep = (path: string): ApiError =>
  invalidRequest(`You cannot expand more than ${levels} levels of a property. Property: ${path}`, {
    code: 'property_expansion_max_depth',
  });

const notExpandable = (path: string, instead?: string): ApiError => {
  const advice =
    instead === undefined ? '' : ` You may want to try expanding '${instead}' instead.`;
  return invalidRequest(`This property cannot be expanded (${path}).${advice}`);
};

/** The fields of a path, each of which leads to another object; `null` where one does not. */
const fieldsOf = (
  object: ObjectName,
  segments: ReadonlyArray<string>,
): ReadonlyArray<string> | null => {
  const known = expansions[object];
  for (const length of [1, 2]) {
    const field = segments.slice(0, length).join('.');
    const target = Object.hasOwn(known, field) ? known[field] : undefined;
    if (target === undefined) continue;
    const isList = typeof target === 'object' && 'listOf' in target;
    const skipped = isList && segments[length] === 'data' ? 1 : 0;
    const left = segments.slice(length + skipped);
    const rest = kindsOf(target)
      .map((kind) => fieldsOf(kind, left))
      .find((fields) => fields !== null);
    return rest === undefined ? null : [field, ...rest];
  }
  return segments.length === 0 ? [] : null;
};

const readPath =
  ({ gives, list }: { readonly gives: ObjectName; readonly list?: true }) =>
  (path: string): E.Either<ApiError, ReadonlyArray<string>> => {
    const segments = path.split('.');
    if (segments.length > levels) return E.left(tooDeep(path));
    const [first, ...rest] = segments;
    if (list === true && first !== 'data') {
      const isOfItems = fieldsOf(gives, segments) !== null;
      return E.left(notExpandable(path, isOfItems ? `data.${path}` : undefined));
    }
    const fields = fieldsOf(gives, list === true ? rest : segments);
    return fields === null ? E.left(notExpandable(path)) : E.right(fields);
  };

/** The paths of an `expand[]`, each as the fields that lead from object to object. */
export const readExpand = (
  answer: { readonly gives: ObjectName; readonly list?: true },
  given: WireValue | undefined,
): E.Either<ApiError, ReadonlyArray<ReadonlyArray<string>>> =>
  given === undefined
    ? E.right([])
    : pipe(
        paths.read(given, 'expand'),
        E.flatMap(RA.traverse(E.Applicative)(readPath(answer))),
        E.map(RA.filter((fields) => fields.length > 0)),
      );
