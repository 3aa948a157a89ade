import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryFindingStore } from '../../src/adapters/outbound/memory/stores/memory-finding-store.js';
import { createMemoryRefundSums } from '../../src/adapters/outbound/memory/stores/memory-refund-sums.js';
import type { openSqlStores as openTheseStores } from '../../src/adapters/outbound/sql/open-stores.js';
import { previousRelease } from '../support/stores/previous-release.js';

const { createSqlEventStore, createSqlIdempotencyStore, migrateSchema } = previousRelease;

/** Opens the stores of the previous release. */
export const openSqlStores: typeof openTheseStores = (open, logger) =>
  pipe(
    open,
    TE.tap((database) => migrateSchema(database, logger)),
    TE.map((database) => ({
      eventStore: createSqlEventStore(database),
      // That release has no table of the owner, and binds no store.
      idempotencyStore: { ...createSqlIdempotencyStore(database), owner: () => TE.right(null) },
      refundSums: createMemoryRefundSums(),
      findingStore: createMemoryFindingStore(),
      database,
      close: database.close,
    })),
  );
