import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { constVoid, pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type Query, storeUnavailable, type Transaction } from '../sql/database.js';
import { type PostgresClient, type PostgresPool, queryOn, runStatement } from './connection.js';

// After a failed statement, PostgreSQL replies to COMMIT with success, but rolls back.
const commit = (client: PostgresClient): TE.TaskEither<StoreUnavailable, void> =>
  pipe(
    runStatement(client)('COMMIT'),
    TE.flatMap(({ command }) =>
      command === 'COMMIT'
        ? TE.right(undefined)
        : TE.left(storeUnavailable(new Error('the transaction was rolled back'))),
    ),
  );

/** Runs a transaction on a separate connection. `begin`: its first statements; `patient`: its statements have no time-out. */
export const inTransaction =
  (pool: PostgresPool, begin: string, { patient = false } = {}): Transaction =>
  (work) =>
  async () => {
    const connected = await TE.tryCatch(() => pool.connect(), storeUnavailable)();
    if (E.isLeft(connected)) return connected;
    const client = connected.right;
    // The failed statement already reports a lost connection, but an 'error' event without a listener would end the process.
    client.on('error', constVoid);
    let reusable = false;
    try {
      const outcome = await pipe(
        runStatement(client)(begin),
        TE.flatMap(() => work(queryOn(client, { patient }))),
        TE.tap(() => commit(client)),
      )();
      reusable = E.isRight(outcome) || E.isRight(await runStatement(client)('ROLLBACK')());
      return outcome;
    } finally {
      // A discarded connection may still fail while it closes.
      if (reusable) client.off('error', constVoid);
      client.release(!reusable);
    }
  };

// serialization_failure and deadlock_detected: PostgreSQL has rolled back the whole transaction.
const Conflict = t.type({
  _tag: t.literal('StoreUnavailable'),
  cause: t.type({ code: t.union([t.literal('40001'), t.literal('40P01')]) }),
});

// The classes data_exception, integrity_constraint_violation and program_limit_exceeded.
const Refused = t.type({ cause: t.type({ code: t.string }) });
const refusals = /^(?:22|23|54)/u;

/** Whether the server refused the values of a statement. */
export const isRefusedStatement = (failure: StoreUnavailable): boolean =>
  Refused.is(failure) && refusals.test(failure.cause.code);

const maxTries = 5;

/** Repeats work that was rolled back because it conflicted with another transaction. */
export const retryAfterConflicts =
  <Err, A>(work: TE.TaskEither<Err, A>): TE.TaskEither<Err, A> =>
  async () => {
    let outcome = await work();
    for (let n = 1; n < maxTries && E.isLeft(outcome) && Conflict.is(outcome.left); n += 1) {
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
