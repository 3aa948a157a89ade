import { valueOf } from '../../src/contract/stores/store-assertions.js';
import { openPostgresStores } from '../../src/postgres.js';
import { openSqliteStores } from '../../src/sqlite.js';

const limit = 100;

/** The number of idempotency keys without an answer in the store at this address, at most 100. */
export const doubtsLeft = async (databaseUrl: string): Promise<number> => {
  const stores = databaseUrl.startsWith('file:')
    ? await openSqliteStores({ path: databaseUrl.slice('file:'.length) })
    : await openPostgresStores({ url: databaseUrl });
  try {
    return (await valueOf(stores.idempotencyStore.unsettled({ limit }))).length;
  } finally {
    await stores.close();
  }
};
