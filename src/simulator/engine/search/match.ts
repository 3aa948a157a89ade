import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Metadata } from '../../../domain/objects/metadata.js';
import { redact } from '../../../domain/text/redact.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { SearchClause, SearchQuery } from './query.js';

/**
 * A field that queries can name. `token`: equal in any case. `string`: contains the words in their order, or a part of the
 * text. `numeric`: compares.
 */
export type SearchField<A> =
  | { readonly type: 'token' | 'string'; readonly of: (row: A) => string | null }
  | { readonly type: 'numeric'; readonly of: (row: A) => number | null };

/** The fields of an object by their names in queries. Metadata can be searched in every object. */
export type SearchFields<A> = { readonly [name: string]: SearchField<A> };

type Test<A> = (row: A) => boolean;

const shortestPart = 3;

/** The words of a text in lower case, with one space between them. */
export const phraseOf = (text: string): string =>
  text.toLowerCase().split(/\s+/).filter(Boolean).join(' ');

const refuse = (message: string): E.Either<ApiError, never> => E.left(invalidRequest(message));

const nameOf = ({ field, key }: SearchClause): string =>
  redact(key === null ? field : `${field}["${key}"]`);

const unsupported = (clause: SearchClause, resource: string): E.Either<ApiError, never> =>
  refuse(
    `Field \`${nameOf(clause)}\` is an unsupported search field for resource \`${resource}\`. See http://stripe.com/docs/search#query-fields-for-${resource.replaceAll('_', '-')} for a list of supported fields.`,
  );

const fieldOf = <A extends { readonly metadata: Metadata }>(
  fields: SearchFields<A>,
  { field, key }: SearchClause,
): SearchField<A> | undefined => {
  if (key === null) return Object.hasOwn(fields, field) ? fields[field] : undefined;
  return field === 'metadata'
    ? {
        type: 'token',
        of: ({ metadata }) => (Object.hasOwn(metadata, key) ? (metadata[key] ?? null) : null),
      }
    : undefined;
};

/** Whether a number stands in this relation to another. */
const relations: { readonly [operator: string]: (one: number, other: number) => boolean } = {
  ':': (one, other) => one === other,
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
};

const testOf = <A>(field: SearchField<A>, clause: SearchClause): E.Either<ApiError, Test<A>> => {
  const { operator, value } = clause;
  const wrongOperator = refuse(
    `Field \`${nameOf(clause)}\` does not support the operator \`${operator}\`.`,
  );
  if (value === null) {
    return operator === ':' ? E.right((row) => field.of(row) === null) : wrongOperator;
  }
  if (field.type === 'numeric') {
    const holds = relations[operator];
    const other = Number(value);
    if (holds === undefined) return wrongOperator;
    if (value.trim() === '' || Number.isNaN(other)) {
      return refuse(`Field \`${nameOf(clause)}\` must be compared with a number.`);
    }
    return E.right((row) => {
      const one = field.of(row);
      return one !== null && holds(one, other);
    });
  }
  const { type, of } = field;
  const wanted = value.toLowerCase();
  if (operator === ':' && type === 'token') {
    return E.right((row) => of(row)?.toLowerCase() === wanted);
  }
  if (operator === ':') {
    const phrase = phraseOf(value);
    return E.right(
      (row) => phrase !== '' && ` ${phraseOf(of(row) ?? '')} `.includes(` ${phrase} `),
    );
  }
  if (operator !== '~' || type === 'token') return wrongOperator;
  return value.length < shortestPart
    ? refuse(`Substrings must have at least ${shortestPart} characters.`)
    : E.right((row) => of(row)?.toLowerCase().includes(wanted) ?? false);
};

/** Whether a row matches a query. Refuses fields that `resource` (`payment_intents`) lacks, and operators that a field lacks. */
export const matcherOf =
  <A extends { readonly metadata: Metadata }>(resource: string, fields: SearchFields<A>) =>
  ({ join, clauses }: SearchQuery): E.Either<ApiError, Test<A>> =>
    pipe(
      clauses,
      E.traverseArray((clause) => {
        const field = fieldOf(fields, clause);
        return field === undefined
          ? unsupported(clause, resource)
          : pipe(
              testOf(field, clause),
              E.map((test): Test<A> => (clause.negated ? (row) => !test(row) : test)),
            );
      }),
      E.map((tests): Test<A> => {
        const [only, ...others] = tests;
        if (only !== undefined && others.length === 0) return only;
        return join === 'AND'
          ? (row) => tests.every((test) => test(row))
          : (row) => tests.some((test) => test(row));
      }),
    );
