import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Database } from '../../adapters/outbound/sql/database.js';
import { migrate, type Migrated } from '../../adapters/outbound/sql/migrate.js';
import type { SchemaTooNew } from '../../adapters/outbound/sql/schema-too-new.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import { type DatabaseConfig, openDatabase } from './open-database.js';

/** Opens a database and brings its schema up to date; it is closed again when that cannot be. */
export const migratedDatabase = (
  store: DatabaseConfig,
): TE.TaskEither<
  StoreUnavailable | SchemaTooNew,
  { readonly database: Database; readonly migrated: Migrated }
> =>
  pipe(
    openDatabase(store),
    TE.chainW((database) =>
      pipe(
        migrate(database),
        TE.map((migrated) => ({ database, migrated })),
        TE.orElseFirstW(() => database.close),
      ),
    ),
  );
