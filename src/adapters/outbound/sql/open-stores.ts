import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import type { FindingStore } from '../../../application/ports/finding-store.js';
import type { IdempotencyStore } from '../../../application/ports/idempotency-store.js';
import { type Logger, silentLogger } from '../../../application/ports/logger.js';
import type { RefundSums } from '../../../application/ports/refund-sums.js';
import { promiseOf } from '../../../application/thrown-payment-error.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database } from './database.js';
import { createSqlEventStore } from './event-store.js';
import { createSqlFindingStore } from './finding-store.js';
import { createSqlIdempotencyStore } from './idempotency-store.js';
import { openMigrated, type SchemaTooNew } from './migrate.js';
import { createSqlRefundSums } from './refund-sums.js';
import { StoreProblem } from './store-problem.js';
import { watchWrites } from './write-health.js';

/** Stores in a database: the `stores` of `createPayments`. */
export type DurableStores = {
  /** Where received events are stored. */
  readonly eventStore: EventStore;
  /** Where idempotency keys and responses are stored. */
  readonly idempotencyStore: IdempotencyStore;
  /** Where the refunds of a day are added up. */
  readonly refundSums: RefundSums;
  /** Closes the database; call it after `payments.stop()`. Rejects with a `StoreUnavailable`. */
  readonly close: () => Promise<void>;
};

/** Opens the stores of a database, and migrates its schema. */
export const openSqlStores = (
  open: TE.TaskEither<StoreUnavailable, Database>,
  logger: Pick<Logger, 'info'>,
): TE.TaskEither<
  StoreUnavailable | SchemaTooNew,
  {
    readonly eventStore: EventStore;
    readonly idempotencyStore: IdempotencyStore;
    readonly refundSums: RefundSums;
    readonly findingStore: FindingStore;
    readonly database: Database;
    readonly close: Database['close'];
  }
> =>
  pipe(
    openMigrated(open, logger),
    TE.map((opened) => {
      const { database, ready } = watchWrites(opened.database);
      return {
        eventStore: { ...createSqlEventStore(database), ready },
        idempotencyStore: createSqlIdempotencyStore(database),
        refundSums: createSqlRefundSums(database),
        findingStore: createSqlFindingStore(database),
        database,
        close: database.close,
      };
    }),
  );

/** The same with promises. Rejects with a `StoreProblem` that names the `store`. */
export const openDurableStores = async (
  store: string,
  open: TE.TaskEither<StoreUnavailable, Database>,
  logger: Pick<Logger, 'info'> = silentLogger,
): Promise<DurableStores> => {
  const opened = await openSqlStores(open, logger)();
  if (E.isLeft(opened)) throw new StoreProblem(store, opened.left);
  const { eventStore, idempotencyStore, refundSums, close } = opened.right;
  return { eventStore, idempotencyStore, refundSums, close: () => promiseOf(close) };
};
