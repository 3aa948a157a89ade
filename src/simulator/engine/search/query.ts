// The query language of https://docs.stripe.com/search. White space may surround an operator.
//
//   query     = clause { separator clause }
//   separator = space | space ( "AND" | "OR" ) space      in any case, not both in one query; space alone means AND
//   clause    = [ "-" ] field operator value              "-" negates
//   field     = name [ "[" quoted "]" ]                   email, metadata["order"]
//   name      = ( letter | "_" ) { letter | digit | "_" | "." }
//   operator  = ":" | "=" | "~" | ">" | "<" | ">=" | "<="     "=" means ":"
//   value     = quoted | number | "null"                  null, in any case, stands for a missing value
//   quoted    = '"' { character | "\" character } '"'     or the same between single quotes
//   number    = [ "-" ] digits [ "." digits ]

import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../errors.js';

/** A condition on one field. */
export type SearchClause = {
  readonly negated: boolean;
  readonly field: string;
  /** The key in brackets: of metadata. */
  readonly key: string | null;
  readonly operator: ':' | '~' | '>' | '<' | '>=' | '<=';
  /** `null`: the field has no value. */
  readonly value: string | null;
};

/** One to ten clauses; of more than one, a row must match all or any. */
export type SearchQuery = {
  readonly join: 'AND' | 'OR';
  readonly clauses: ReadonlyArray<SearchClause>;
};

const quoted = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const clausePattern = new RegExp(
  String.raw`(-?)([a-z_][\w.]*)(?:\[(${quoted})\])?\s*([:=~]|[<>]=?)\s*(${quoted}|-?\d+(?:\.\d+)?|null)(?=\s|$)`,
  'isy',
);
const separatorPattern = /\s+(?:(and|or)\s+)?/iy;

const mostClauses = 10;

const refuse = (message: string): E.Either<ApiError, never> => E.left(invalidRequest(message));

const unparsable = 'We were unable to parse your search query.';

const unquoted = (text: string): string => text.slice(1, -1).replaceAll(/\\(.)/gs, '$1');

const valueOf = (text: string): string | null => {
  if (/^["']/.test(text)) return unquoted(text);
  return text.toLowerCase() === 'null' ? null : text;
};

const operators: ReadonlyArray<SearchClause['operator']> = [':', '~', '>=', '<=', '>', '<'];

const clauseOf = (match: RegExpExecArray): SearchClause => {
  const [, minus, field = '', key, sign, value = ''] = match;
  return {
    negated: minus === '-',
    field,
    key: key === undefined ? null : unquoted(key),
    operator: operators.find((one) => one === sign) ?? ':',
    value: valueOf(value),
  };
};

/** Reads a query, or refuses it as the processor does. */
export const parseQuery = (text: string): E.Either<ApiError, SearchQuery> => {
  const given = text.trim();
  const clauses: Array<SearchClause> = [];
  const joins = new Set<string>();
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(given);
    at += match?.[0].length ?? 0;
    return match;
  };
  for (;;) {
    const clause = next(clausePattern);
    if (clause === null) {
      return refuse(
        `${unparsable} Try using the format \`metadata["key"]:"value"\` to query for metadata or key:"value" to query for other fields.`,
      );
    }
    clauses.push(clauseOf(clause));
    const separator = next(separatorPattern);
    if (separator === null) break;
    joins.add(separator[1]?.toUpperCase() ?? 'AND');
  }
  if (joins.size > 1) return refuse(`${unparsable} AND and OR cannot be used in the same query.`);
  if (clauses.length > mostClauses) {
    return refuse(`${unparsable} A query can have at most ${mostClauses} clauses.`);
  }
  return E.right({ join: joins.has('OR') ? 'OR' : 'AND', clauses });
};
