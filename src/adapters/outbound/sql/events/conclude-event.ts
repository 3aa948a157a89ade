import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { type EventQueue, keptTries } from '../../../../application/ports/event-store.js';
import type { Database, Dialect, Query, SqlValue } from '../database.js';
import { decodeRow, storableText } from '../rows.js';
import { writeList } from './event-rows.js';

type Try = Parameters<EventQueue['conclude']>[1];

const decodeAttempts = decodeRow(t.type({ attempts: t.number }, 'EventAttempts'));

type Change = {
  readonly sets: string;
  readonly values: ReadonlyArray<SqlValue>;
};

/** The columns that an outcome changes. `$1` and `$2` are the event's id and owner. */
const outcomeChange = ({ outcome, endedAt }: Try, { now }: Dialect): Change => {
  switch (outcome._tag) {
    case 'Handled':
      return {
        sets: `state = 'handled', due = NULL, next_attempt_at = NULL, replayed_after = NULL,
        handled_at = $3, last_error = NULL, taken_by = NULL`,
        values: [endedAt],
      };
    case 'Ignored':
      return {
        sets: `state = 'ignored', due = NULL, next_attempt_at = NULL, replayed_after = NULL,
        reason = $3`,
        values: [storableText(outcome.reason)],
      };
    case 'Failed':
      return outcome.nextAttemptAt === null
        ? {
            sets: `state = 'dead', due = NULL, next_attempt_at = NULL, last_error = $3`,
            values: [storableText(outcome.error)],
          }
        : {
            sets: `due = 0, last_error = $3, next_attempt_at = ${now('$4')} + $5`,
            values: [storableText(outcome.error), endedAt, outcome.nextAttemptAt - endedAt],
          };
  }
};

/** The same with the handlers that have handled the event, unless all have. */
const changeOf = (ended: Try, dialect: Dialect): Change => {
  const change = outcomeChange(ended, dialect);
  const { sets, values } = change;
  if (ended.takenBy === undefined || ended.outcome._tag === 'Handled') return change;
  return {
    sets: `${sets}, taken_by = $${values.length + 3}`,
    values: [...values, writeList(ended.takenBy)],
  };
};

const keepTry = (query: Query, id: string, attempt: number, ended: Try) => {
  const { outcome, startedAt, endedAt, handlers = [] } = ended;
  const error = outcome._tag === 'Failed' ? storableText(outcome.error) : null;
  return pipe(
    query(
      `INSERT INTO pasarela_event_tries (event_id, attempt, started_at, ended_at, error, handlers)
      VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, attempt, startedAt, endedAt, error, writeList(handlers)],
    ),
    TE.flatMap((kept) =>
      attempt <= keptTries
        ? TE.right(kept)
        : query(
            `DELETE FROM pasarela_event_tries WHERE event_id = $1 AND attempt <= (
          SELECT attempt FROM pasarela_event_tries WHERE event_id = $1
          ORDER BY attempt DESC LIMIT 1 OFFSET ${keptTries}
        )`,
            [id],
          ),
    ),
  );
};

/** Stores the outcome of an attempt, and announces that the event's lane is free. */
export const concludeSqlEvent =
  ({ transaction, dialect }: Database): EventQueue['conclude'] =>
  (id, ended) => {
    const { sets, values } = changeOf(ended, dialect);
    return transaction((query) =>
      pipe(
        query(
          `UPDATE pasarela_events SET owner = NULL, ${sets} WHERE id = $1 AND owner = $2
          RETURNING attempts, ${dialect.announcement}`,
          [id, ended.owner, ...values],
        ),
        TE.flatMap(([row]) =>
          row === undefined
            ? TE.right(false)
            : pipe(
                TE.fromEither(decodeAttempts(row)),
                TE.flatMap(({ attempts }) =>
                  ended.outcome._tag === 'Ignored'
                    ? TE.right([])
                    : keepTry(query, id, attempts, ended),
                ),
                TE.map(() => true),
              ),
        ),
      ),
    );
  };
