/** The package's entry `pasarela/sqlite`: events and idempotency keys in a file. */
export type { DurableStores } from './adapters/outbound/sql/open-stores.js';
export { openSqliteStores } from './adapters/outbound/sqlite/open-stores.js';
