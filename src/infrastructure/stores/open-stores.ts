import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryEventInbox } from '../../adapters/outbound/memory/memory-event-inbox.js';
import { createMemoryIdempotencyStore } from '../../adapters/outbound/memory/memory-idempotency-store.js';
import type { SchemaTooNew } from '../../adapters/outbound/sql/schema-too-new.js';
import { createSqlEventStore } from '../../adapters/outbound/sql/sql-event-store.js';
import { createSqlIdempotencyStore } from '../../adapters/outbound/sql/sql-idempotency-store.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { StoreConfig } from '../config/store-config.js';
import { migratedDatabase } from './migrated-database.js';
import type { Stores } from './stores.js';

const memoryStores = (): Stores => {
  const eventInbox = createMemoryEventInbox();
  return {
    eventInbox,
    idempotencyStore: createMemoryIdempotencyStore(),
    clear: eventInbox.clear,
    close: TE.right(undefined),
  };
};

/** Opens the stores of the configuration, with the schema that this version needs. */
export const openStores = (
  store: StoreConfig,
): TE.TaskEither<StoreUnavailable | SchemaTooNew, Stores> =>
  store.kind === 'memory'
    ? TE.fromIO(memoryStores)
    : pipe(
        migratedDatabase(store),
        TE.map(({ database }) => ({
          eventInbox: createSqlEventStore(database),
          idempotencyStore: createSqlIdempotencyStore(database),
          clear: () => undefined,
          close: database.close,
        })),
      );
