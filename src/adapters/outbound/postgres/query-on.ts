import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ClientBase, Pool } from 'pg';
import type { Query, SqlRow } from '../sql/database.js';
import { storeUnavailable } from '../sql/store-unavailable.js';

/** Statements on a connection, or on any of a pool. */
export const queryOn =
  (connection: ClientBase | Pool): Query =>
  (sql, values = []) =>
    TE.tryCatch(async () => {
      const { rows } = await connection.query<SqlRow>(sql, [...values]);
      return rows;
    }, storeUnavailable);
