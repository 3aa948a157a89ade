import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { EventQueue } from '../../../../application/ports/event-store.js';
import type { Database } from '../database.js';
import { decodeRow } from '../rows.js';
import { whereClause } from '../where-clause.js';
import { sequenceOf } from './event-rows.js';

/** The columns that make an event due again. */
const setDue = (now: string): string => `
  state = 'pending', reason = NULL, due = 1, next_attempt_at = ${now}, owner = NULL,
  replayed_after = attempts, taken_by = CASE WHEN state = 'handled' THEN NULL ELSE taken_by END`;

// A batch looks at this many events, whether they match or not.
const batchSize = 2000;

const decodePlace = decodeRow(t.type({ id: t.string, seq: t.number }, 'EventPlace'));

/** Makes events due again, and announces them. */
export const replaySqlEvents = ({
  query,
  dialect,
}: Database): Pick<EventQueue, 'replay' | 'replayAll'> => ({
  replay: (id, now) =>
    pipe(
      query(
        `UPDATE pasarela_events SET ${setDue(dialect.now('$1'))}
        WHERE id = $2 AND state <> 'dropped'
        AND (owner IS NULL OR next_attempt_at <= ${dialect.now('$1')})
        RETURNING id, ${dialect.announcement}`,
        [now, id],
      ),
      TE.flatMap((changed) =>
        changed.length > 0
          ? TE.right(true)
          : pipe(
              query(`SELECT seq FROM pasarela_events WHERE id = $1 AND state <> 'dropped'`, [id]),
              TE.map((found) => found.length > 0),
            ),
      ),
    ),

  replayAll: ({ state, type, from, to, after }, now, limit) => {
    const indexed =
      state === undefined ? (['type =', type] as const) : (['state =', state] as const);

    // The last event of the batch; undefined in the last batch.
    const endOf = (place: number | null) => {
      const batch = whereClause([['seq >', place], indexed]);
      return pipe(
        query(
          `SELECT id, seq FROM pasarela_events ${batch.where} ORDER BY seq LIMIT 1 OFFSET ${batchSize - 1}`,
          batch.values,
        ),
        TE.flatMapEither(E.traverseArray(decodePlace)),
        TE.map(([end]) => end),
      );
    };

    const replayUpTo = (place: number | null, end: number | undefined) => {
      const wanted = whereClause(
        [
          ['seq >', place],
          ['seq <=', end],
          ['state =', state],
          ['type =', type],
          // The plus prevents the use of this column's index, with which each batch would have to sort the whole range.
          ['+received_at >=', from],
          ['+received_at <', to],
          ['state <>', 'pending'],
          ['state <>', 'dropped'],
        ],
        [now],
      );
      // The states are asked again of a row that another transaction has changed meanwhile.
      return pipe(
        query(
          `UPDATE pasarela_events SET ${setDue(dialect.now('$1'))}
          WHERE state NOT IN ('pending', 'dropped') AND seq IN (
            SELECT seq FROM pasarela_events ${wanted.where} ORDER BY seq LIMIT ${limit}
          )
          RETURNING id, seq, ${dialect.announcement}`,
          wanted.values,
        ),
        TE.flatMapEither(E.traverseArray(decodePlace)),
      );
    };

    return pipe(
      TE.Do,
      TE.bind('place', () =>
        after === undefined ? TE.right(null) : pipe(sequenceOf(query, after), TE.map(O.toNullable)),
      ),
      TE.bind('end', ({ place }) => endOf(place)),
      TE.bind('replayed', ({ place, end }) => replayUpTo(place, end?.seq)),
      TE.map(({ end, replayed }) => {
        const [last] = replayed.toSorted((one, other) => other.seq - one.seq);
        const next = replayed.length < limit ? end : last;
        return { replayed: replayed.length, last: next?.id ?? null };
      }),
    );
  },
});
