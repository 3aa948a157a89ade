import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryEventStore } from '../../adapters/outbound/memory/memory-event-store.js';
import { createMemoryIdempotencyStore } from '../../adapters/outbound/memory/memory-idempotency-store.js';
import type { SchemaTooNew } from '../../adapters/outbound/sql/migrate.js';
import { openSqlStores } from '../../adapters/outbound/sql/open-stores.js';
import type { Logger } from '../../application/ports/logger.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { StoreConfig } from '../config/store.js';
import { openDatabase } from './open-database.js';
import type { Stores } from './stores.js';

const memoryStores = (): Stores => {
  const eventStore = createMemoryEventStore();
  return {
    eventStore,
    idempotencyStore: createMemoryIdempotencyStore(),
    clear: eventStore.clear,
    close: TE.right(undefined),
  };
};

/** Opens the stores of the configuration, with the schema that this version needs. */
export const openStores = (
  store: StoreConfig,
  logger: Pick<Logger, 'info'>,
): TE.TaskEither<StoreUnavailable | SchemaTooNew, Stores> =>
  store.kind === 'memory'
    ? TE.fromIO(memoryStores)
    : pipe(
        openSqlStores(openDatabase(store), logger),
        TE.map((stores) => ({ ...stores, clear: () => undefined })),
      );
