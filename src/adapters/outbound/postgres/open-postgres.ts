import * as E from 'fp-ts/lib/Either.js';
import { constVoid } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ClientBase, ClientConfig } from 'pg';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type Database, storeUnavailable } from '../sql/database.js';
import { createStatementNames, type PostgresPool, queryOn } from './connection.js';
import { createPostgresDatabase } from './database.js';
import { losesSettings, settingsOfConnection, settingsOfTransaction } from './session-settings.js';
import { takesWrites } from './takes-writes.js';

const defaultPoolSize = 10;

// Load moves to new servers behind one address, and memory that a session has gathered is freed.
const longestLifeSeconds = 1800;

/** Adds these settings before the URL's own ones, which override them. */
const withOptions = (url: string): string => {
  const set = new URL(url);
  const given = set.searchParams.get('options');
  if (given === null) return url;
  set.searchParams.set('options', `${settingsOfConnection} ${given}`);
  return set.href;
};

const refuseReadOnly = async (client: ClientBase): Promise<void> => {
  const checked = await takesWrites(client)();
  if (E.isLeft(checked)) throw checked.left.cause;
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
    const common = {
      application_name: 'pasarela',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    };
    const direct = {
      ...common,
      options: settingsOfConnection,
      connectionString: withOptions(url),
    };
    const connect = async (config: ClientConfig) => {
      const client = new Client(config);
      // An 'error' event without a listener would end the process.
      client.on('error', constVoid);
      await client.connect();
      return { client, end: () => client.end() };
    };
    const behindPooler = await losesSettings(() => connect(direct));
    const config = behindPooler ? { ...common, connectionString: url } : direct;
    // The pool waits for the promise, and closes the connection if it rejects: the types of `pg` do not say so.
    const checks: { readonly onConnect: (client: ClientBase) => unknown } = {
      onConnect: refuseReadOnly,
    };
    // The statements of a transaction that do not depend on each other share a round trip.
    const pool = new Pool({
      ...config,
      ...checks,
      pipeline: true,
      max: poolSize,
      maxLifetimeSeconds: longestLifeSeconds,
    });
    const names = createStatementNames();
    // The pool replaces a lost connection.
    pool.on('error', constVoid);
    pool.on('connect', (client) => {
      client.on('error', constVoid);
    });
    return createPostgresDatabase({
      pool,
      ...(behindPooler
        ? { begin: settingsOfTransaction }
        : { begin: [], query: queryOn(pool, { names }), names }),
      newListener: () => connect(config),
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
    begin: settingsOfTransaction,
    newListener: async () => {
      const client = await pool.connect();
      return { client, end: async () => client.release(true) };
    },
    end: async () => undefined,
  });
