import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import type { Database } from '../database.js';

// How many are marked at a time: the event loop waits for SQLite, and other instances for the lock.
const batch = 100;

const someAt = (now: string): string =>
  `SELECT 1 FROM pasarela_events WHERE due = 0 AND next_attempt_at <= ${now} LIMIT 1`;

const markAt = (now: string): string => `
  UPDATE pasarela_events SET due = 1 WHERE +due = 0 AND +next_attempt_at <= ${now} AND seq IN (
    SELECT seq FROM pasarela_events WHERE due = 0 AND next_attempt_at <= ${now}
    ORDER BY next_attempt_at LIMIT ${batch}
  )
  RETURNING seq`;

/**
 * Marks events whose moment has come as due, and those whose lease has run out: a bounded number, not under the lock of the
 * claims. `nextDue` says when there are more.
 */
export const fallDue = ({
  query,
  exclusive,
  dialect,
}: Database): ((now: number) => TE.TaskEither<StoreUnavailable, unknown>) => {
  const some = someAt(dialect.now('$1'));
  const mark = markAt(dialect.now('$1'));
  return (now) =>
    pipe(
      query(some, [now]),
      TE.flatMap((found) =>
        found.length === 0 ? TE.right([]) : exclusive('fall due')((locked) => locked(mark, [now])),
      ),
    );
};
