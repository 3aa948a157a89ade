import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Transaction } from '../sql/database.js';
import { storeUnavailable } from '../sql/store-unavailable.js';
import { ask } from './ask.js';
import type { PostgresClient, PostgresPool } from './postgres-pool.js';
import { queryOn } from './query-on.js';

// PostgreSQL answers the COMMIT of a transaction in which a statement failed with success, and rolls back.
const commit = (client: PostgresClient): TE.TaskEither<StoreUnavailable, void> =>
  pipe(
    ask(client)('COMMIT'),
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
        ask(client)(begin),
        TE.flatMap(() => work(queryOn(client, { patient }))),
        TE.tap(() => commit(client)),
      )();
      reusable = E.isRight(outcome) || E.isRight(await ask(client)('ROLLBACK')());
      return outcome;
    } finally {
      // One that is thrown away may still fail while it ends.
      if (reusable) client.off('error', ignore);
      client.release(!reusable);
    }
  };
