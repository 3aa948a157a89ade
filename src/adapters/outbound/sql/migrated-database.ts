import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Logger } from '../../../application/ports/logger.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { checkWritable } from './check-writable.js';
import type { Database } from './database.js';
import { type Migrated, migrate } from './migrate.js';
import type { SchemaTooNew } from './schema-too-new.js';

/** Opens a database and brings its schema up to date; it is closed again when that, or writing, cannot be. */
export const migratedDatabase = (
  open: TE.TaskEither<StoreUnavailable, Database>,
  logger: Pick<Logger, 'info'>,
): TE.TaskEither<
  StoreUnavailable | SchemaTooNew,
  { readonly database: Database; readonly migrated: Migrated }
> =>
  pipe(
    open,
    TE.flatMap((database) =>
      pipe(
        migrate(database, logger),
        TE.tap(() => checkWritable(database)),
        TE.map((migrated) => ({ database, migrated })),
        TE.orElseFirstW(() => database.close),
      ),
    ),
  );
