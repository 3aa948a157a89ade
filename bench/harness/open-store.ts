import { createMemoryEventStore } from '../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { openPostgresStores } from '../../src/postgres.js';
import { openSqliteStores } from '../../src/sqlite.js';

/** Opens a store of events at `memory:`, `file:<path>` or `postgres://...`. */
export const openStore = async (location: string) => {
  if (location === 'memory:') {
    return { eventStore: createMemoryEventStore(), close: async () => undefined };
  }
  return location.startsWith('file:')
    ? openSqliteStores({ path: location.slice('file:'.length) })
    : openPostgresStores({ url: location });
};
