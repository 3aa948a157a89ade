import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type Logger, silentLogger } from '../../../application/ports/logger.js';
import { promiseOf } from '../../../application/thrown-payment-error.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database } from './database.js';
import type { DurableStores } from './durable-stores.js';
import { openSqlStores } from './open-sql-stores.js';
import { StoreProblem } from './store-problem.js';

/** The stores of a database for those who work with promises. Rejects with a `StoreProblem` that names the `store`. */
export const openDurableStores = async (
  store: string,
  open: TE.TaskEither<StoreUnavailable, Database>,
  logger: Pick<Logger, 'info'> = silentLogger,
): Promise<DurableStores> => {
  const opened = await openSqlStores(open, logger)();
  if (E.isLeft(opened)) throw new StoreProblem(store, opened.left);
  const { eventStore, idempotencyStore, close } = opened.right;
  return { eventStore, idempotencyStore, close: () => promiseOf(close) };
};
