import { randomUUID } from 'node:crypto';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database } from '../sql/database.js';
import { storeUnavailable } from '../sql/store-unavailable.js';
import { advisoryLock } from './advisory-lock.js';
import { inTransaction } from './in-transaction.js';
import { listen } from './listen.js';
import { planByIndex } from './plan-by-index.js';
import { queryOn } from './query-on.js';
import { readValue } from './read-value.js';

const channel = 'pasarela';
const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED';

// Milliseconds. The server gives up first, so that its connection can be used again.
const settings = {
  application_name: 'pasarela',
  connectionTimeoutMillis: 5000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  // What is answered to a webhook's sender is on the disk, also where a server's default is to hurry.
  options: `-c synchronous_commit=on ${planByIndex}`,
  types: readValue,
};

/**
 * A PostgreSQL database for any number of instances. Connections are made when they are needed, and again after the server
 * was away: what is asked meanwhile is `StoreUnavailable`. Parameters of the URL win over what is set here.
 */
export const openPostgres = (connectionString: string): TE.TaskEither<StoreUnavailable, Database> =>
  TE.tryCatch(async () => {
    const { Client, Pool } = await import('pg');
    const options = { ...settings, connectionString };
    const pool = new Pool(options);
    // A connection that is lost is replaced, and whoever used it was told: but an 'error' without a listener ends the process.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
    });

    const self = randomUUID();
    const listeners = new Set<() => void>();
    let stopListening: (() => Promise<void>) | undefined;
    const hear = (announcer: string | undefined): void => {
      if (announcer !== self) for (const listener of listeners) listener();
    };
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      await stopListening?.();
      await pool.end();
    };

    return {
      dialect: {
        sequence: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
        announcement: `pg_notify('${channel}', '${self}')`,
      },
      query: queryOn(pool),
      transaction: inTransaction(pool, begin),
      exclusive: (lock) => inTransaction(pool, `${begin}; ${advisoryLock(lock)}`),
      onAnnouncement: (listener) => {
        const own = (): void => listener();
        listeners.add(own);
        stopListening ??= listen(() => new Client(options), channel, hear);
        return () => {
          listeners.delete(own);
        };
      },
      close: TE.tryCatch(() => {
        closed ??= close();
        return closed;
      }, storeUnavailable),
    };
  }, storeUnavailable);
