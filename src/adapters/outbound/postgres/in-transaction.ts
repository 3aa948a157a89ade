import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ClientBase, Pool } from 'pg';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Transaction } from '../sql/database.js';
import { storeUnavailable } from '../sql/store-unavailable.js';
import { queryOn } from './query-on.js';

// PostgreSQL answers the COMMIT of a transaction in which a statement failed with success, and rolls back.
const commit = (client: ClientBase): TE.TaskEither<StoreUnavailable, void> =>
  pipe(
    TE.tryCatch(() => client.query('COMMIT'), storeUnavailable),
    TE.chain(({ command }) =>
      command === 'COMMIT'
        ? TE.right(undefined)
        : TE.left(storeUnavailable(new Error('the transaction was rolled back'))),
    ),
  );

/** A transaction that begins with these statements, on a connection of its own. */
export const inTransaction =
  (pool: Pool, begin: string): Transaction =>
  (work) =>
  async () => {
    const connected = await TE.tryCatch(() => pool.connect(), storeUnavailable)();
    if (E.isLeft(connected)) return connected;
    const client = connected.right;
    const query = queryOn(client);
    let reusable = false;
    try {
      const outcome = await pipe(
        TE.tryCatch(() => client.query(begin), storeUnavailable),
        TE.chainW(() => work(query)),
        TE.chainFirstW(() => commit(client)),
      )();
      reusable = E.isRight(outcome) || E.isRight(await query('ROLLBACK')());
      return outcome;
    } finally {
      client.release(!reusable);
    }
  };
