import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type Query, storeUnavailable, type Transaction } from '../sql/database.js';
import { type PostgresClient, type PostgresPool, queryOn, runStatement } from './connection.js';

// PostgreSQL answers the COMMIT of a transaction in which a statement failed with success, and rolls back.
const commit = (client: PostgresClient): TE.TaskEither<StoreUnavailable, void> =>
  pipe(
    runStatement(client)('COMMIT'),
    TE.flatMap(({ command }) =>
      command === 'COMMIT'
        ? TE.right(undefined)
        : TE.left(storeUnavailable(new Error('the transaction was rolled back'))),
    ),
  );

// Whoever used a connection that is lost is told: but an 'error' without a listener ends the process.
const ignore = (): void => undefined;

/** A transaction that begins with these statements, on a connection of its own; `patient`: it takes as long as it takes. */
export const inTransaction =
  (pool: PostgresPool, begin: string, { patient = false } = {}): Transaction =>
  (work) =>
  async () => {
    const connected = await TE.tryCatch(() => pool.connect(), storeUnavailable)();
    if (E.isLeft(connected)) return connected;
    const client = connected.right;
    client.on('error', ignore);
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
      // One that is thrown away may still fail while it ends.
      if (reusable) client.off('error', ignore);
      client.release(!reusable);
    }
  };

// serialization_failure and deadlock_detected: what lost was undone as a whole.
const Conflict = t.type({
  _tag: t.literal('StoreUnavailable'),
  cause: t.type({ code: t.union([t.literal('40001'), t.literal('40P01')]) }),
});

const tries = 5;

/** Does again what was undone because it and another transaction stood in each other's way. */
export const retryAfterConflicts =
  <Err, A>(work: TE.TaskEither<Err, A>): TE.TaskEither<Err, A> =>
  async () => {
    let outcome = await work();
    for (let n = 1; n < tries && E.isLeft(outcome) && Conflict.is(outcome.left); n += 1) {
      outcome = await work();
    }
    return outcome;
  };

/** The statements that take a lock of this name, and hold it until the transaction ends: `wait` for it, or `attempt` it. */
export const advisoryLock = (name: string): { readonly wait: string; readonly attempt: string } => {
  const key = createHash('sha256').update(`pasarela ${name}`).digest().readBigInt64BE();
  return {
    wait: `SELECT pg_advisory_xact_lock(${String(key)})`,
    attempt: `SELECT pg_try_advisory_xact_lock(${String(key)}) AS taken`,
  };
};

const pauseMs = 250;

/**
 * Takes a lock by attempts, however long another has it: a statement that waits would come to its end by a timeout, or
 * keep a dead connection for alive. `waiting` is called once, if another has it.
 */
export const takeLock = (
  query: Query,
  attempt: string,
  waiting: IO.IO<void>,
): TE.TaskEither<StoreUnavailable, void> => {
  const again = async (tell: IO.IO<void>): Promise<E.Either<StoreUnavailable, void>> => {
    const outcome = await query(attempt)();
    if (E.isLeft(outcome)) return outcome;
    if (outcome.right[0]?.['taken'] === 1) return E.right(undefined);
    tell();
    await delay(pauseMs);
    return again(() => undefined);
  };
  return () => again(waiting);
};
