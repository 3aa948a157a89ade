import { constVoid } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type Database, storeUnavailable } from '../sql/database.js';
import { createStatementNames, type PostgresPool, queryOn } from './connection.js';
import { createPostgresDatabase } from './database.js';

const unusedPlans = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort', 'material'];

/** PostgreSQL's settings for the statements of the stores. */
const sessionSettings: ReadonlyArray<readonly [string, string]> = Object.entries({
  // A webhook gets its 200 only once its event is on disk, whatever the server's default is.
  synchronous_commit: 'on',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '10s',
  // Every statement has its index. After thousands of events were added or deleted, PostgreSQL's statistics are outdated, and it
  // would choose a plan that reads all of them for each claim.
  ...Object.fromEntries(unusedPlans.map((plan) => [`enable_${plan}`, 'off'])),
  jit: 'off',
});

const defaultPoolSize = 10;

// Single statements run at this isolation level too, whatever the server's default is.
const settings = [...sessionSettings, ['default_transaction_isolation', 'read\\ committed']];

const options = settings.map((setting) => `-c ${setting.join('=')}`).join(' ');

/** Adds these settings before the URL's own ones, which override them. */
const withOptions = (url: string): string => {
  const set = new URL(url);
  const given = set.searchParams.get('options');
  if (given === null) return url;
  set.searchParams.set('options', `${options} ${given}`);
  return set.href;
};

// An optional peer: most programs keep their events in a file or in memory.
const loadDriver = () =>
  import('pg').catch((cause: unknown) =>
    Promise.reject(new Error('PostgreSQL needs the package pg: run npm install pg', { cause })),
  );

/**
 * Opens a PostgreSQL database, which any number of instances may share. It connects when needed, and again after an outage of
 * the server, during which statements fail with `StoreUnavailable`: up to `poolSize` (10) connections, and one that listens.
 * Parameters of the URL override the settings here.
 */
export const openPostgres = (
  url: string,
  poolSize = defaultPoolSize,
): TE.TaskEither<StoreUnavailable, Database> =>
  TE.tryCatch(async () => {
    const { Client, Pool } = await loadDriver();
    const config = {
      application_name: 'pasarela',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      options,
      connectionString: withOptions(url),
    };
    // The statements of a transaction that do not depend on each other share a round trip.
    const pool = new Pool({ ...config, pipeline: true, max: poolSize });
    const names = createStatementNames();
    // The pool replaces a lost connection, but an 'error' event without a listener would end the process.
    pool.on('error', constVoid);
    pool.on('connect', (client) => {
      client.on('error', constVoid);
    });
    return createPostgresDatabase({
      pool,
      begin: [],
      query: queryOn(pool, { names }),
      names,
      newListener: async () => {
        const client = new Client(config);
        client.on('error', constVoid);
        await client.connect();
        return { client, end: () => client.end() };
      },
      end: () => pool.end(),
    });
  }, storeUnavailable);

/**
 * A PostgreSQL database over a pool of the application, which stays open when the database is closed. One of its connections
 * listens for announcements. The settings are made for each transaction, and end with it.
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
