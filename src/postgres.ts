/** The package's entry `pasarela/postgres`: stores for events and idempotency keys in PostgreSQL, for several instances. */

export type { PostgresPool } from './adapters/outbound/postgres/connection.js';
export { openPostgresStores } from './adapters/outbound/postgres/open-stores.js';
export type { DurableStores } from './adapters/outbound/sql/open-stores.js';
