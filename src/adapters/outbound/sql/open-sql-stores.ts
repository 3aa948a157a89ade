import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import type { IdempotencyStore } from '../../../application/ports/idempotency-store.js';
import type { Logger } from '../../../application/ports/logger.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database } from './database.js';
import { migratedDatabase } from './migrated-database.js';
import type { SchemaTooNew } from './schema-too-new.js';
import { createSqlEventStore } from './sql-event-store.js';
import { createSqlIdempotencyStore } from './sql-idempotency-store.js';

/** The stores of a database, with the schema that this version needs. */
export const openSqlStores = (
  open: TE.TaskEither<StoreUnavailable, Database>,
  logger: Pick<Logger, 'info'>,
): TE.TaskEither<
  StoreUnavailable | SchemaTooNew,
  {
    readonly eventStore: EventStore;
    readonly idempotencyStore: IdempotencyStore;
    readonly close: Database['close'];
  }
> =>
  pipe(
    migratedDatabase(open, logger),
    TE.map(({ database }) => ({
      eventStore: createSqlEventStore(database),
      idempotencyStore: createSqlIdempotencyStore(database),
      close: database.close,
    })),
  );
