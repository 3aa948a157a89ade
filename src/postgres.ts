/** The package's entry `pasarela/postgres`: events and idempotency keys in PostgreSQL, for several instances. */
export { openPostgresStores } from './adapters/outbound/postgres/open-postgres-stores.js';
export type { PostgresPool } from './adapters/outbound/postgres/postgres-pool.js';
export type { DurableStores } from './adapters/outbound/sql/durable-stores.js';
