import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryEventStore } from '../adapters/outbound/memory/stores/memory-event-store.js';
import { createMemoryFindingStore } from '../adapters/outbound/memory/stores/memory-finding-store.js';
import { createMemoryIdempotencyStore } from '../adapters/outbound/memory/stores/memory-idempotency-store.js';
import { createMemoryRefundSums } from '../adapters/outbound/memory/stores/memory-refund-sums.js';
import type { Database } from '../adapters/outbound/sql/database.js';
import type { SchemaTooNew } from '../adapters/outbound/sql/migrate.js';
import type { EventStore } from '../application/ports/event-store.js';
import type { FindingStore } from '../application/ports/finding-store.js';
import type { IdempotencyStore } from '../application/ports/idempotency-store.js';
import type { Logger } from '../application/ports/logger.js';
import type { RefundSums } from '../application/ports/refund-sums.js';
import type { StoreUnavailable } from '../domain/payment-error.js';
import type { StoreConfig } from './config/store.js';

/** The open stores of the service. */
export type Stores = {
  readonly eventStore: EventStore;
  readonly idempotencyStore: IdempotencyStore;
  readonly refundSums: RefundSums;
  readonly findingStore: FindingStore;
  /** A database that instances may share. */
  readonly shared?: Database;
  /** Deletes all events of an in-memory store. Does nothing for other stores. */
  readonly clear: () => void;
  readonly close: TE.TaskEither<StoreUnavailable, void>;
};

/** A store other than memory. */
type DatabaseConfig = Exclude<StoreConfig, { readonly kind: 'memory' }>;

/**
 * Says that the folder of a database file is missing. A slip in the path, or a volume that is not mounted, must not begin an empty
 * store, which knows no idempotency key.
 */
export const folderProblem = ({
  path,
  createsFolder = false,
}: Extract<StoreConfig, { readonly kind: 'file' }>): string | undefined => {
  const folder = dirname(path);
  return createsFolder || existsSync(folder)
    ? undefined
    : `the folder ${folder} of DATABASE_URL does not exist: create it, or correct the path`;
};

/** Opens the configured database without changing its schema. Loads its code, and not that of the other database. */
export const openDatabase =
  (store: DatabaseConfig): TE.TaskEither<StoreUnavailable, Database> =>
  async () => {
    if (store.kind === 'file') {
      const problem = folderProblem(store);
      if (problem !== undefined) {
        return E.left({ _tag: 'StoreUnavailable', cause: new Error(problem) });
      }
      const { openSqlite } = await import('../adapters/outbound/sqlite/open-sqlite.js');
      return openSqlite(store.path)();
    }
    const { openPostgres } = await import('../adapters/outbound/postgres/open-postgres.js');
    return openPostgres(store.url, store.poolSize)();
  };

const databaseStores =
  (
    store: DatabaseConfig,
    logger: Pick<Logger, 'info'>,
  ): TE.TaskEither<StoreUnavailable | SchemaTooNew, Stores> =>
  async () => {
    const { openSqlStores } = await import('../adapters/outbound/sql/open-stores.js');
    return pipe(
      openSqlStores(openDatabase(store), logger),
      TE.map(({ database, ...stores }) => ({
        ...stores,
        ...(store.kind === 'postgres' ? { shared: database } : {}),
        clear: () => undefined,
      })),
    )();
  };

const memoryStores = (): Stores => {
  const eventStore = createMemoryEventStore();
  return {
    eventStore,
    idempotencyStore: createMemoryIdempotencyStore(),
    refundSums: createMemoryRefundSums(),
    findingStore: createMemoryFindingStore(),
    clear: eventStore.clear,
    close: TE.right(undefined),
  };
};

/** Opens the configured stores and brings their schema up to date. */
export const openStores = (
  store: StoreConfig,
  logger: Pick<Logger, 'info'>,
): TE.TaskEither<StoreUnavailable | SchemaTooNew, Stores> =>
  store.kind === 'memory' ? TE.fromIO(memoryStores) : databaseStores(store, logger);
