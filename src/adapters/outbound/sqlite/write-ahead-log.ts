import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type SqlRow, storeUnavailable } from '../sql/database.js';
import { isBusy } from './file-lock.js';

const Emptied = t.type({ busy: t.literal(0) });

const inUse = storeUnavailable(
  Object.assign(new Error('another process reads or writes the database'), { code: 'SQLITE_BUSY' }),
);

type Checkpoint = E.Either<StoreUnavailable, ReadonlyArray<SqlRow>>;

const checkpoint = 'PRAGMA wal_checkpoint(TRUNCATE)';

const pauseMs = 20;

/**
 * Brings everything from the write-ahead log into the file, and truncates the log. While another process uses the file it tries
 * again, for `patienceMs` at most. SQLite does this when it closes a connection, but libsql keeps a connection open as long as
 * one of its statements exists. `run`: runs a statement when no other one of the connection is running.
 */
export const emptyWriteAheadLog = async (
  run: (sql: string) => Promise<Checkpoint>,
  patienceMs: number,
): Promise<E.Either<StoreUnavailable, void>> => {
  const end = performance.now() + patienceMs;
  const attempt = async (): Promise<E.Either<StoreUnavailable, void>> =>
    pipe(
      await run(checkpoint),
      E.filterOrElse(
        ([row]) => Emptied.is(row),
        () => inUse,
      ),
      E.map(() => undefined),
    );
  let outcome = await attempt();
  // Between two attempts, other work may use the connection.
  while (E.isLeft(outcome) && isBusy(outcome.left) && performance.now() < end) {
    await delay(pauseMs);
    outcome = await attempt();
  }
  return outcome;
};
