import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { constVoid, flow, pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type Query, storeUnavailable, type Transaction } from '../sql/database.js';
import { LostName, type PostgresPool, runStatement, type StatementOptions } from './connection.js';

type RunStatement = ReturnType<typeof runStatement>;

/** Runs statements one after another, also those that are begun together. */
const oneByOne = (run: RunStatement): RunStatement => {
  let last: Promise<unknown> = Promise.resolve();
  return (...statement) =>
    () => {
      const running = last.then(run(...statement));
      last = running;
      return running;
    };
};

// After a failed statement, PostgreSQL replies to COMMIT with success, but rolls back.
const commit = (run: RunStatement): TE.TaskEither<StoreUnavailable, void> =>
  pipe(
    run('COMMIT'),
    TE.flatMap(({ command }) =>
      command === 'COMMIT'
        ? TE.right(undefined)
        : TE.left(storeUnavailable(new Error('the transaction was rolled back'))),
    ),
  );

// The driver's own errors have no code: the server did not respond in time, or the connection was lost. ROLLBACK would wait as
// long again.
const Silence = t.type({
  _tag: t.literal('StoreUnavailable'),
  cause: t.type({ code: t.undefined }),
});
const isSilence = (failure: unknown): boolean => Silence.is(failure);

// The class connection_exception; admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout; and
// read_only_sql_transaction: after a failover, the connection leads to a standby.
const Coded = t.type({ cause: t.type({ code: t.string }) });
const uselessConnection = /^(?:08|57P0[1-5]|25006)/u;
const isUseless = (failure: unknown): boolean =>
  isSilence(failure) || (Coded.is(failure) && uselessConnection.test(failure.cause.code));

/** Runs a transaction on a separate connection. `begin`: its first statements, which the work does not wait for. */
export const inTransaction =
  (pool: PostgresPool, begin: string, options: StatementOptions = {}): Transaction =>
  (work) =>
  async () => {
    const connected = await TE.tryCatch(() => pool.connect(), storeUnavailable)();
    if (E.isLeft(connected)) return connected;
    const client = connected.right;
    // The failed statement already reports a lost connection, but an 'error' event without a listener would end the process.
    client.on('error', constVoid);
    const run =
      client.pipeline === true
        ? runStatement(client, options)
        : oneByOne(runStatement(client, options));
    const query: Query = flow(
      run,
      TE.map(({ rows }) => rows),
    );
    let committing: Promise<E.Either<StoreUnavailable, void>> | undefined;
    const last: Query =
      (...statement) =>
      async () => {
        const running = query(...statement)();
        committing = commit(run)();
        const [rows, committed] = await Promise.all([running, committing]);
        return E.isLeft(rows) || E.isRight(committed) ? rows : committed;
      };
    let reusable = false;
    try {
      const beginning = query(begin)();
      const outcome = await pipe(
        work(query, last),
        TE.tap(() => () => committing ?? commit(run)()),
      )();
      const begun = await beginning;
      reusable =
        E.isRight(outcome) || (!isUseless(outcome.left) && E.isRight(await run('ROLLBACK')()));
      return E.isLeft(begun) ? begun : outcome;
    } finally {
      // A discarded connection may still fail while it closes.
      if (reusable) client.off('error', constVoid);
      client.release(!reusable);
    }
  };

// serialization_failure and deadlock_detected: PostgreSQL has rolled back the whole transaction. A statement that is lost under its
// name runs again without it.
const Conflict = t.type({
  _tag: t.literal('StoreUnavailable'),
  cause: t.type({ code: t.union([t.literal('40001'), t.literal('40P01'), LostName]) }),
});

// The classes data_exception, integrity_constraint_violation and program_limit_exceeded.
const refusals = /^(?:22|23|54)/u;

/** Whether the server refused the values of a statement. */
export const isRefusedStatement = (failure: StoreUnavailable): boolean =>
  Coded.is(failure) && refusals.test(failure.cause.code);

const maxTries = 5;

/** Repeats work that was rolled back because it conflicted with another transaction, or lost a statement. */
export const retryAfterConflicts =
  <Err, A>(work: TE.TaskEither<Err, A>): TE.TaskEither<Err, A> =>
  async () => {
    let outcome = await work();
    for (let n = 1; n < maxTries && E.isLeft(outcome) && Conflict.is(outcome.left); n += 1) {
      outcome = await work();
    }
    return outcome;
  };

// lock_not_available
const Locked = t.type({
  _tag: t.literal('StoreUnavailable'),
  cause: t.type({ code: t.literal('55P03') }),
});

const lockTries = 40;
const lockPauseMs = 500;

/** Repeats work that gave up waiting for a table. In the pauses, the statements that queued behind it run. */
export const retryWhileLocked =
  <Err, A>(work: TE.TaskEither<Err, A>): TE.TaskEither<Err, A> =>
  async () => {
    let outcome = await work();
    for (let n = 1; n < lockTries && E.isLeft(outcome) && Locked.is(outcome.left); n += 1) {
      await delay(lockPauseMs);
      outcome = await work();
    }
    return outcome;
  };

const lockNumber = (name: string): string =>
  String(createHash('sha256').update(`pasarela ${name}`).digest().readBigInt64BE());

/** The statement that waits for its share of a lock, and holds it until the transaction ends. */
export const shareLock = (name: string): string =>
  `SELECT pg_advisory_xact_lock_shared(${lockNumber(name)})`;

const retryLockMs = 250;

/**
 * Tries to take a lock until it succeeds, however long that takes: a statement that waits could time out, or keep a dead
 * connection open. `waiting` is called once if another transaction holds the lock.
 */
export const takeLock = (
  query: Query,
  name: string,
  waiting: IO.IO<void>,
): TE.TaskEither<StoreUnavailable, void> => {
  const attempt = async (tell: IO.IO<void>): Promise<E.Either<StoreUnavailable, void>> => {
    const outcome = await query(`SELECT pg_try_advisory_xact_lock(${lockNumber(name)}) AS taken`)();
    if (E.isLeft(outcome)) return outcome;
    if (outcome.right[0]?.['taken'] === 1) return E.right(undefined);
    tell();
    await delay(retryLockMs);
    return attempt(() => undefined);
  };
  return () => attempt(waiting);
};
