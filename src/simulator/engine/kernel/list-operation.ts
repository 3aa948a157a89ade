import * as E from 'fp-ts/lib/Either.js';
import type { ApiError, NoSuchResource } from '../errors.js';
import type { JsonObject } from '../objects/json.js';
import type { ListObject } from '../objects/object.js';
import { listPage, type PageParams } from '../store/list-page.js';
import type { State } from '../store/state.js';
import type { Selection, Table } from '../store/table.js';
import { type Definition, type EngineOperation, fillPath, operation } from './operation.js';
import type { RequestContext } from './request-context.js';

type ListDefinition<P, A, I extends string, B> = Pick<
  Definition<P, ListObject<B>>,
  'name' | 'path' | 'returns' | 'params'
> & {
  readonly table: (state: State) => Table<A, I>;
  /** The resource's name in error messages. */
  readonly resource: NoSuchResource;
  /** The sequence number that a deleted row had, so that it can still be a cursor. */
  readonly placeOfDeleted?: (state: State, id: string) => number | undefined;
  /** Absent: all rows. */
  readonly select?: (context: RequestContext, params: P) => E.Either<ApiError, Selection<I>>;
  /** Whether a row can be a cursor of this list. Absent: every row. */
  readonly holds?: (row: A, params: P) => boolean;
  /** The row at the head of the list, whatever its age. */
  readonly head?: (state: State, params: P) => A | undefined;
  /** Whether a row is part of the list. Absent: every row. */
  readonly shows?: (row: A, params: P) => boolean;
  /** Whether the list says how many rows were selected, on all pages together. */
  readonly counted?: true;
  readonly show: (row: A, context: RequestContext) => B;
};

const numberOf = <A extends { readonly id: string }, I extends string>(
  table: Table<A, I>,
  selection: Selection<I>,
): number => (selection === 'all' ? table.size() : [...table.newestFirst(selection)].length);

/** An operation that returns a page of a table, newest first. */
export const listOperation = <
  P extends PageParams,
  A extends { readonly id: string; readonly created: number },
  I extends string,
  B extends JsonObject,
>({
  table,
  resource,
  placeOfDeleted = () => undefined,
  select = () => E.right('all'),
  holds = () => true,
  head = () => undefined,
  shows,
  counted,
  show,
  ...definition
}: ListDefinition<P, A, I, B>): EngineOperation<P, ListObject<B>> =>
  operation({
    ...definition,
    method: 'GET',
    list: true,
    run: (context) => (params) => {
      const selection = select(context, params);
      if (E.isLeft(selection)) return selection;
      const first = head(context.state, params);
      const list = listPage({
        table: table(context.state),
        selection: selection.right,
        resource,
        url: fillPath(definition.path, params),
        page: params,
        placeOfDeleted: (id) => placeOfDeleted(context.state, id),
        holds: (row: A) => holds(row, params),
        ...(first === undefined ? {} : { head: first }),
        ...(shows === undefined ? {} : { shows: (row: A) => shows(row, params) }),
      });
      if (E.isLeft(list)) return list;
      const { object, data, has_more, url } = list.right;
      // Not spread: the frozen copy of a spread gets a hidden class of its own, which takes as long as the page.
      const page = { object, data: data.map((row) => show(row, context)), has_more, url };
      return E.right(
        counted === true
          ? { ...page, count: numberOf(table(context.state), selection.right) }
          : page,
      );
    },
  });
