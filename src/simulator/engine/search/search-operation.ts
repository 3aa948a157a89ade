import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Metadata } from '../../../domain/objects/metadata.js';
import { redact } from '../../../domain/text/redact.js';
import { type Definition, type EngineOperation, operation } from '../kernel/operation.js';
import type { JsonObject } from '../objects/json.js';
import type { SearchResult } from '../objects/object.js';
import type { CreatedRange } from '../params/page.js';
import { type Param, refuseParam } from '../params/param.js';
import { integerParam, textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { createdBetween, take } from '../store/list-page.js';
import type { SearchedTable } from '../store/searched-table.js';
import type { State } from '../store/state.js';
import type { Selection } from '../store/table.js';
import { matcherOf, type SearchFields } from './match.js';
import { parseQuery, type SearchQuery } from './query.js';

/** The text that every match has in a field; `undefined` if the query does not demand one. */
type Demanded = (field: string) => string | undefined;

const demandedBy =
  ({ join, clauses }: SearchQuery): Demanded =>
  (name) =>
    join === 'OR'
      ? undefined
      : (clauses.find(
          ({ negated, field, operator }) => !negated && field === name && operator === ':',
        )?.value ?? undefined);

const bounds = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const;

const isBound = (operator: string): operator is keyof typeof bounds =>
  Object.hasOwn(bounds, operator);

/** The time in which all matches were created, as far as single clauses say so. */
const createdIn = ({ join, clauses }: SearchQuery): CreatedRange =>
  Object.fromEntries(
    clauses.flatMap(({ negated, field, operator, value }) =>
      join === 'AND' && !negated && field === 'created' && isBound(operator)
        ? [[bounds[operator], Number(value)]]
        : [],
    ),
  );

/** A query, ready to run. */
type Search<A> = {
  readonly matches: (row: A) => boolean;
  readonly demanded: Demanded;
  readonly created: CreatedRange;
};

type SearchParams<A> = {
  readonly query: Search<A>;
  readonly limit?: number;
  /** The sequence number of the last item of the page before. */
  readonly page?: number;
};

const queryParam = <A extends { readonly metadata: Metadata }>(
  resource: string,
  fields: SearchFields<A>,
): Param<Search<A>> => {
  const matcher = matcherOf(resource, fields);
  return {
    read: (value, name) =>
      pipe(
        textParam.read(value, name),
        E.flatMap(parseQuery),
        E.flatMap((query) =>
          pipe(
            matcher(query),
            E.map((matches) => ({
              matches,
              demanded: demandedBy(query),
              created: createdIn(query),
            })),
          ),
        ),
      ),
  };
};

const mostItems = 100;

const limitParam: Param<number> = {
  read: (value, name) =>
    pipe(
      integerParam.read(value, name),
      E.flatMap((limit) => {
        const code = 'parameter_invalid_integer';
        if (limit < 1) {
          return refuseParam('This value must be greater than or equal to 1.', name, code);
        }
        const message = `This value must be less than or equal to ${mostItems} (it currently is '${redact(String(limit))}').`;
        return limit > mostItems ? refuseParam(message, name, code) : E.right(limit);
      }),
    ),
};

const pageAfter = (sequence: number): string =>
  Buffer.from(`after ${sequence}`).toString('base64url');

const pageParam: Param<number> = {
  read: (value, name) =>
    pipe(
      textParam.read(value, name),
      E.flatMap((page) => {
        const sequence = /^after (\d+)$/.exec(Buffer.from(page, 'base64url').toString())?.[1];
        // The processor names the page itself as the parameter.
        return sequence === undefined
          ? refuseParam(`${redact(page)} is an invalid page.`, redact(page))
          : E.right(Number(sequence));
      }),
    ),
};

type SearchDefinition<A, I extends string> = Pick<
  Definition<never, never>,
  'name' | 'path' | 'returns'
> & {
  readonly table: (state: State) => SearchedTable<A, I>;
  /** The name in error messages: `payment_intents`. */
  readonly resource: string;
  readonly fields: SearchFields<A>;
  /** Rows that include all matches. */
  readonly select: (state: State, demanded: Demanded) => Selection<I>;
};

/** The rows of the customer that a query names by the id as it is written. */
export const selectByCustomer = (
  { customers }: State,
  demanded: Demanded,
): Selection<'customer'> => {
  // Queries compare ids in any case, the index does not: another spelling needs a walk through all rows.
  const customer = customers.get(demanded('customer') ?? '');
  return customer === undefined ? 'all' : { index: 'customer', key: customer.id };
};

/** An operation that returns the rows of a table that match a query, newest first. */
export const searchOperation = <
  A extends JsonObject & {
    readonly id: string;
    readonly created: number;
    readonly metadata: Metadata;
  },
  I extends string,
>({
  table,
  resource,
  fields,
  select,
  ...definition
}: SearchDefinition<A, I>): EngineOperation<SearchParams<A>, SearchResult<A>> => {
  const found = (state: State, { query, page = Infinity }: SearchParams<A>): Iterable<A> => {
    const { above, below } = createdBetween(table(state), query.created);
    return table(state).searched(select(state, query.demanded), query.matches, {
      above,
      below: Math.min(below, page),
    });
  };
  return operation({
    ...definition,
    method: 'GET',
    list: true,
    params: shape({ query: queryParam(resource, fields) }, { limit: limitParam, page: pageParam }),
    run:
      ({ state }) =>
      (params) => {
        const { limit = 10 } = params;
        const rows = take(found(state, params), limit + 1);
        const data = rows.slice(0, limit);
        const last = table(state).sequenceOf(data.at(-1)?.id ?? '');
        const next = rows.length > limit && last !== undefined ? pageAfter(last) : null;
        return E.right({
          object: 'search_result',
          data,
          has_more: next !== null,
          next_page: next,
          url: definition.path,
        });
      },
    count:
      ({ state }) =>
      ({ query }) =>
        [...found(state, { query })].length,
  });
};
