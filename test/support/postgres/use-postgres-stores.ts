import { byCallersClock } from '../../../src/adapters/outbound/postgres/database.js';
import type { Database } from '../../../src/adapters/outbound/sql/database.js';
import { migrate } from '../../../src/adapters/outbound/sql/migrate.js';
import { silentLogger } from '../../../src/application/ports/logger.js';
import { valueOf } from '../../../src/contract/stores/value-of.js';
import { useDatabases } from './use-databases.js';
import { usePostgres } from './use-postgres.js';

/** Two instances on one database for the suite that calls this, by the clock of their callers, and the way to empty it. */
export const usePostgresStores = (): {
  readonly fresh: () => Promise<Database>;
  readonly another: () => Promise<Database>;
} => {
  const url = usePostgres();
  const open = useDatabases();
  let instances: Promise<{ readonly one: Database; readonly other: Database }> | undefined;

  const opened = () => {
    instances ??= (async () => {
      const one = byCallersClock(await open(url()));
      const other = byCallersClock(await open(url()));
      await valueOf(migrate(one, silentLogger));
      return { one, other };
    })();
    return instances;
  };

  return {
    fresh: async () => {
      const { one } = await opened();
      await valueOf(
        one.query(
          'TRUNCATE pasarela_events, pasarela_event_tries, pasarela_idempotency_keys, pasarela_secrets',
        ),
      );
      return one;
    },
    another: async () => (await opened()).other,
  };
};
