import { existsSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { StoreProblem } from '../../adapters/outbound/sql/store-problem.js';
import type { EventStore } from '../../application/ports/event-store.js';
import type { Config } from '../config/config.js';
import { describeStore } from '../config/store.js';
import { createLogger } from '../logger.js';
import { openStores, type Stores } from '../stores.js';
import { CommandProblem } from './failures.js';

/** Opens the stores of the service, and closes them at the end. */
export const withStores = async (
  { store, logLevel }: Pick<Config, 'store' | 'logLevel'>,
  use: (stores: Stores) => Promise<void>,
): Promise<void> => {
  if (store.kind === 'memory') {
    throw new CommandProblem(
      'an in-memory store is visible only to its own process: set DATABASE_URL to file:<path> or postgres://..., as for the service',
    );
  }
  if (store.kind === 'file' && !existsSync(store.path)) {
    throw new CommandProblem(
      `the store ${describeStore(store)} does not exist: set DATABASE_URL as for the service, or create it with pasarela migrate`,
    );
  }
  const opened = await openStores(store, createLogger(logLevel))();
  if (E.isLeft(opened)) throw new StoreProblem(describeStore(store), opened.left);
  try {
    await use(opened.right);
  } finally {
    await opened.right.close();
  }
};

/** Opens the event store of the service, and closes it at the end. */
export const withEventStore = (
  config: Pick<Config, 'store' | 'logLevel'>,
  use: (events: EventStore) => Promise<void>,
): Promise<void> => withStores(config, ({ eventStore }) => use(eventStore));
