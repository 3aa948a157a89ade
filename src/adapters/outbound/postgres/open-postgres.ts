import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type Database, storeUnavailable } from '../sql/database.js';
import { type PostgresPool, queryOn } from './connection.js';
import { createPostgresDatabase } from './database.js';

const ways = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort', 'material'];

/** Settings, by PostgreSQL's names, under which the statements of the stores run. */
const sessionSettings: ReadonlyArray<readonly [string, string]> = Object.entries({
  // What is answered to a webhook's sender is on the disk, also where a server's default is to hurry.
  synchronous_commit: 'on',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '10s',
  // PostgreSQL takes the indexes that every statement has. What it knows of a table is old when thousands of events have just
  // come or gone, and what it plans then reads all of them for each claim.
  ...Object.fromEntries(ways.map((way) => [`enable_${way}`, 'off'])),
  jit: 'off',
});

const usualPoolSize = 10;

const ignore = (): void => undefined;

// A single statement is a transaction of its own, whatever a server's default is.
const settings = [...sessionSettings, ['default_transaction_isolation', 'read\\ committed']];

const options = settings.map((setting) => `-c ${setting.join('=')}`).join(' ');

/** The URL with these settings before those that it brings itself, which win; without any, as it is. */
const withOptions = (url: string): string => {
  const set = new URL(url);
  const given = set.searchParams.get('options');
  if (given === null) return url;
  set.searchParams.set('options', `${options} ${given}`);
  return set.href;
};

/**
 * A PostgreSQL database for any number of instances. Connections, up to `poolSize` (10) and one that listens, are made when
 * they are needed, and again after the server was away: what is asked meanwhile is `StoreUnavailable`. Parameters of the URL
 * win over what is set here.
 */
export const openPostgres = (
  url: string,
  poolSize = usualPoolSize,
): TE.TaskEither<StoreUnavailable, Database> =>
  TE.tryCatch(async () => {
    const { Client, Pool } = await import('pg');
    const config = {
      application_name: 'pasarela',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      options,
      connectionString: withOptions(url),
    };
    const pool = new Pool({ ...config, max: poolSize });
    // A connection that is lost is replaced, and whoever used it was told: but an 'error' without a listener ends the process.
    pool.on('error', ignore);
    pool.on('connect', (client) => {
      client.on('error', ignore);
    });
    return createPostgresDatabase({
      pool,
      begin: [],
      query: queryOn(pool),
      newListener: async () => {
        const client = new Client(config);
        client.on('error', ignore);
        await client.connect();
        return { client, end: () => client.end() };
      },
      end: () => pool.end(),
    });
  }, storeUnavailable);

/**
 * A PostgreSQL database over somebody else's pool, which stays open. One of its connections listens for as long as there is
 * anything to hear. What is set for a statement holds for its transaction alone.
 */
export const fromPool = (pool: PostgresPool): Database =>
  createPostgresDatabase({
    pool,
    begin: sessionSettings.map(([name, value]) => `SET LOCAL ${name} = '${value}'`),
    newListener: async () => {
      const client = await pool.connect();
      return { client, end: async () => client.release(true) };
    },
    end: async () => undefined,
  });
