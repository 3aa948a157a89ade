import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { storeUnavailable } from '../sql/database.js';
import { type PostgresClient, runStatement } from './connection.js';

/**
 * Fails for a server that takes no writes. After a failover, an address may lead to a standby for a while, and a connection that
 * was kept from then would fail for ever.
 */
export const takesWrites = (
  connection: Pick<PostgresClient, 'query'>,
): TE.TaskEither<StoreUnavailable, unknown> =>
  pipe(
    runStatement(connection)('SHOW transaction_read_only'),
    TE.filterOrElse(
      ({ rows }) => rows[0]?.['transaction_read_only'] === 'off',
      () =>
        storeUnavailable(
          new Error('the server takes no writes: it is a standby, or it is set to read-only'),
        ),
    ),
  );
