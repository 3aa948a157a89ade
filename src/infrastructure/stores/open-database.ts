import type * as TE from 'fp-ts/lib/TaskEither.js';
import { openPostgres } from '../../adapters/outbound/postgres/open-postgres.js';
import type { Database } from '../../adapters/outbound/sql/database.js';
import { openSqlite } from '../../adapters/outbound/sqlite/open-sqlite.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { StoreConfig } from '../config/store.js';

/** The configuration of a store that is a database. */
export type DatabaseConfig = Exclude<StoreConfig, { readonly kind: 'memory' }>;

/** Opens the database of the configuration, with whatever schema it has. */
export const openDatabase = (store: DatabaseConfig): TE.TaskEither<StoreUnavailable, Database> =>
  store.kind === 'file' ? openSqlite(store.path) : openPostgres(store.url, store.poolSize);
