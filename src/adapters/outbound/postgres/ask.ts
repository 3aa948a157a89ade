import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { SqlValue } from '../sql/database.js';
import { storeUnavailable } from '../sql/store-unavailable.js';
import type { PostgresClient, PostgresResult } from './postgres-pool.js';
import { readValue } from './read-value.js';

// Milliseconds. The server gives up first, by its `statement_timeout`, so that its connection can be used again.
const usual = 12_000;
const longest = 2 ** 31 - 1;

/** Runs statements on a connection, or on any of a pool; `patient`: for as long as it takes. */
export const ask =
  (connection: Pick<PostgresClient, 'query'>, { patient = false } = {}) =>
  (
    text: string,
    values: ReadonlyArray<SqlValue> = [],
  ): TE.TaskEither<StoreUnavailable, PostgresResult> =>
    TE.tryCatch(
      () =>
        connection.query({
          text,
          values: [...values],
          types: readValue,
          query_timeout: patient ? longest : usual,
        }),
      storeUnavailable,
    );
