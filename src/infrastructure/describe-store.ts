import { describePostgres } from '../adapters/outbound/postgres/describe-postgres.js';
import { describeSqlite } from '../adapters/outbound/sqlite/describe-sqlite.js';
import type { StoreConfig } from './config/store-config.js';

/** The store in the words of whoever starts the service: never with a user or a password. */
export const describeStore = (store: StoreConfig): string => {
  switch (store.kind) {
    case 'memory':
      return 'memory';
    case 'file':
      return describeSqlite(store.path);
    case 'postgres':
      return describePostgres(store.url);
  }
};
