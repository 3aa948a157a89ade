/** The package's entry `pasarela/sqlite`: stores for events and idempotency keys in a SQLite file. */
export type { DurableStores } from './adapters/outbound/sql/open-stores.js';
export { openSqliteStores } from './adapters/outbound/sqlite/open-stores.js';
