import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { createSqlIdempotencyStore } from '../../../src/adapters/outbound/sql/idempotency-store.js';
import { usePostgresStores } from '../../support/stores/postgres/use-postgres.js';
import { useSqlite } from '../../support/stores/use-sqlite.js';
import { describeDoubts, describeLostStore } from './bind.model.js';

const openMemory = async () => createMemoryIdempotencyStore();

describeDoubts('memory', {
  open: openMemory,
  restart: async (store) => store,
  numRuns: 1000,
});
describeLostStore('memory', { open: openMemory, restart: openMemory, numRuns: 300 });

describe('SQLite', () => {
  const { fresh, another } = useSqlite();

  describeDoubts('SQLite', {
    open: async () => createSqlIdempotencyStore(await fresh()),
    restart: async () => createSqlIdempotencyStore(await another()),
    numRuns: 25,
  });
});

describe('PostgreSQL', () => {
  const { fresh, another } = usePostgresStores();

  describeDoubts('PostgreSQL', {
    open: async () => createSqlIdempotencyStore(await fresh()),
    restart: async () => createSqlIdempotencyStore(await another()),
    numRuns: 25,
  });
});
