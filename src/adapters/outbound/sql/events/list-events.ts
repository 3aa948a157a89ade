import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventInbox } from '../../../../application/ports/event-store.js';
import { allOf } from '../all-of.js';
import type { Database } from '../database.js';
import { sequenceOf } from './sequence-of.js';
import { storedEventColumns, toStoredEvent } from './to-stored-event.js';

/** A page of the events, over the index of what they are filtered by. */
export const listEvents =
  ({ query }: Database): EventInbox['list'] =>
  ({ limit, starting_after, ending_before, type, state, object_id }) => {
    const newer = ending_before !== undefined;

    const pageFrom = (place: number | null) => {
      const wanted = allOf([
        [newer ? 'seq >' : 'seq <', place],
        ['type =', type],
        ['state =', state],
        ['object_id =', object_id],
      ]);
      return pipe(
        query(
          `SELECT ${storedEventColumns} FROM pasarela_events ${wanted.where}
          ORDER BY seq ${newer ? 'ASC' : 'DESC'} LIMIT $${wanted.values.length + 1}`,
          [...wanted.values, limit + 1],
        ),
        TE.flatMapEither(E.traverseArray(toStoredEvent)),
        TE.map((found) => {
          const items = found.slice(0, limit);
          return {
            object: 'list' as const,
            data: newer ? items.toReversed() : items,
            has_more: found.length > limit,
            url: '/api/events',
          };
        }),
      );
    };

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
