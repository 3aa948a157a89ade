import { existsSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { createSqlIdempotencyStore } from '../../adapters/outbound/sql/idempotency-store.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import type { StoreConfig } from '../config/store.js';
import { settlesWithin } from '../settles-within.js';
import { openDatabase } from '../stores.js';
import type { Finding } from './finding.js';

// In milliseconds.
const patience = 10_000;

/**
 * Examines the idempotency keys of a store. Finds nothing where there are none to examine: in memory, in a file that does not exist,
 * and in a database that does not answer, of which the check of the store tells.
 */
export const lookIntoStore = async (
  store: StoreConfig,
  examine: (keys: IdempotencyStore) => Promise<ReadonlyArray<Finding>>,
): Promise<ReadonlyArray<Finding>> => {
  if (store.kind === 'memory' || (store.kind === 'file' && !existsSync(store.path))) return [];
  const opened = await openDatabase(store)();
  if (E.isLeft(opened)) return [];
  const examined = examine(createSqlIdempotencyStore(opened.right));
  const inTime = await settlesWithin(examined, patience);
  await settlesWithin(opened.right.close(), patience);
  return inTime ? examined : [];
};
