import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { fitOnPage } from '../../../../application/events/event-page.js';
import { type EventInbox, longestPage } from '../../../../application/ports/event-store.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import type { Database, Query, SqlRow } from '../database.js';
import { decodeRow } from '../rows.js';
import { valueList } from '../value-list.js';
import { whereClause } from '../where-clause.js';
import { eventColumns, sequenceOf, toShownEvent } from './event-rows.js';

// Of the events that an index finds by one filter, this many are compared with the other filters at a time: SQLite blocks the
// event loop.
const comparedAtOnce = 1000;

const decodeSequence = decodeRow(t.type({ seq: t.number }, 'EventSequence'));
const decodePlace = decodeRow(t.type({ seq: t.number, size: t.number }, 'EventSize'));
const decodeBody = decodeRow(t.type({ seq: t.number, body: t.string }, 'EventBody'));

/** An event of a list. `size`: that of its payload in bytes. A large payload is not in the row yet. */
type Listed = { readonly seq: number; readonly size: number; readonly row: SqlRow };

const toListed = ({ seq, size, ...row }: SqlRow): E.Either<StoreUnavailable, Listed> =>
  pipe(
    decodePlace({ seq, size }),
    E.map((place) => ({ ...place, row })),
  );

/** Reads the payloads that are not in the rows of a page yet. */
const withBodies = (
  query: Query,
  page: ReadonlyArray<Listed>,
): TE.TaskEither<StoreUnavailable, ReadonlyArray<SqlRow>> => {
  const large = page.filter(({ row }) => row['body'] === null).map(({ seq }) => seq);
  if (large.length === 0) return TE.right(page.map(({ row }) => row));
  const { placeholders, values } = valueList(large, 1);
  return pipe(
    query(`SELECT seq, body FROM pasarela_events WHERE seq IN (${placeholders})`, values),
    TE.flatMapEither(E.traverseArray(decodeBody)),
    TE.map((rows) => new Map(rows.map(({ seq, body }) => [seq, body]))),
    TE.map((bodies) =>
      page.map(({ seq, row }) => ({ ...row, body: row['body'] ?? bodies.get(seq) })),
    ),
  );
};

/** Lists a page of the events. It reads few payloads that are not on the page, and no large one. */
export const listSqlEvents =
  ({ query }: Database): EventInbox['list'] =>
  ({ limit, starting_after, ending_before, type, state, object_id }) => {
    const newer = ending_before !== undefined;
    const [beyond, upTo, order] = newer
      ? (['seq >', 'seq <=', 'ORDER BY seq ASC'] as const)
      : (['seq <', 'seq >=', 'ORDER BY seq DESC'] as const);
    const filters = [
      ['object_id', object_id],
      ['state', state],
      ['type', type],
    ] as const;
    const [indexed, ...compared] = filters.filter(([, value]) => value !== undefined);
    const found = indexed === undefined ? [] : ([[`${indexed[0]} =`, indexed[1]]] as const);

    /** The last event of the next ones that are compared; undefined when fewer are left, or nothing is compared. */
    const endOf = (place: number | null): TE.TaskEither<StoreUnavailable, number | undefined> => {
      if (compared.length === 0) return TE.right(undefined);
      const { where, values } = whereClause([[beyond, place], ...found]);
      return pipe(
        query(
          `SELECT seq FROM pasarela_events ${where} ${order} LIMIT 1 OFFSET ${comparedAtOnce - 1}`,
          values,
        ),
        TE.flatMapEither(E.traverseArray(decodeSequence)),
        TE.map(([last]) => last?.seq),
      );
    };

    // As long as all payloads together fit on a page, however many there are.
    const smallBody = Math.floor(longestPage / (limit + 1));

    const eventsFrom = (
      place: number | null,
      wanted: number,
    ): TE.TaskEither<StoreUnavailable, ReadonlyArray<Listed>> =>
      pipe(
        endOf(place),
        TE.flatMap((end) => {
          const { where, values } = whereClause(
            [
              [beyond, place],
              [upTo, end],
              ...found,
              // The empty text prevents the use of this column's index, which may have any number of events of these.
              ...compared.map(([column, value]) => [`${column} || '' =`, value] as const),
            ],
            [smallBody, wanted],
          );
          return pipe(
            query(
              `SELECT ${eventColumns}, seq, octet_length(body) AS size,
                CASE WHEN octet_length(body) <= $1 THEN body END AS body
              FROM pasarela_events ${where} ${order} LIMIT $2`,
              values,
            ),
            TE.flatMapEither(E.traverseArray(toListed)),
            TE.flatMap((listed) =>
              end === undefined || listed.length === wanted
                ? TE.right(listed)
                : pipe(
                    eventsFrom(end, wanted - listed.length),
                    TE.map((more) => [...listed, ...more]),
                  ),
            ),
          );
        }),
      );

    const pageFrom = (place: number | null) =>
      pipe(
        TE.Do,
        TE.bind('listed', () => eventsFrom(place, limit + 1)),
        TE.let('page', ({ listed }) =>
          listed.slice(
            0,
            fitOnPage(listed, limit, ({ size }) => size),
          ),
        ),
        TE.bind('rows', ({ page }) => withBodies(query, page)),
        TE.bind('events', ({ rows }) => TE.fromEither(pipe(rows, E.traverseArray(toShownEvent)))),
        TE.map(({ listed, page, events }) => ({
          object: 'list' as const,
          data: newer ? events.toReversed() : events,
          has_more: listed.length > page.length,
          url: '/api/events',
        })),
      );

    const cursor = starting_after ?? ending_before;
    if (cursor === undefined) return pipe(pageFrom(null), TE.map(O.some));
    return pipe(
      sequenceOf(query, cursor),
      TE.flatMap(
        O.match(
          () => TE.right(O.none),
          (place) => pipe(pageFrom(place), TE.map(O.some)),
        ),
      ),
    );
  };
