import { randomUUID } from 'node:crypto';
import { flow, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createListeners } from '../listeners.js';
import {
  type Database,
  type Dialect,
  type Query,
  storeUnavailable,
  type Transaction,
} from '../sql/database.js';
import { type Listener, listenForAnnouncements } from './announcements.js';
import type { PostgresPool } from './connection.js';
import { advisoryLock, inTransaction, retryAfterConflicts, takeLock } from './transaction.js';

// PostgreSQL wants to know the type of every placeholder.
const callersClock: Dialect['now'] = (given) => `CAST(${given} AS BIGINT)`;

/**
 * Leases and pauses are measured by the server's clock: by the moment at which the statement began, which is one for all of its
 * rows, so that an index can be asked. The caller's moment is there for the type of its placeholder alone.
 */
export const serversClock: Dialect['now'] = (given) =>
  `COALESCE(FLOOR(EXTRACT(EPOCH FROM statement_timestamp()))::BIGINT, ${callersClock(given)})`;

/** The same database, whose leases and pauses are measured by the clocks of those who call: for tests that have one. */
export const byCallersClock = (database: Database): Database => ({
  ...database,
  dialect: { ...database.dialect, now: callersClock },
});

type Connections = {
  readonly pool: PostgresPool;
  /** What a transaction begins with, after its BEGIN. */
  readonly begin: ReadonlyArray<string>;
  /** A statement by itself; absent: in a transaction. */
  readonly query?: Query;
  readonly newListener: () => Promise<Listener>;
  readonly end: () => Promise<void>;
};

const channel = 'pasarela';

// An index takes as long as it takes. A table that others use is waited for, but whoever needs it then waits too.
const patiently = ['SET LOCAL statement_timeout = 0', "SET LOCAL lock_timeout = '10s'"];

/** A database over connections that come and go. */
export const createPostgresDatabase = (connections: Connections): Database => {
  const { pool, newListener, end } = connections;
  const self = randomUUID();
  const listeners = createListeners();
  let stopListening: (() => Promise<void>) | undefined;
  const hear = (announcer: string | undefined): void => {
    if (announcer !== self) listeners.call();
  };
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await stopListening?.();
    await end();
  };

  const begin = ['BEGIN ISOLATION LEVEL READ COMMITTED', ...connections.begin];
  const beginningWith =
    (...statements: ReadonlyArray<string>): Transaction =>
    (work) =>
      retryAfterConflicts(inTransaction(pool, [...begin, ...statements].join('; '))(work));
  const transaction = beginningWith();
  const query: Query =
    connections.query ?? ((sql, values) => transaction((inside) => inside(sql, values)));

  return {
    dialect: {
      sequence: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
      announcement: `pg_notify('${channel}', '${self}')`,
      now: serversClock,
    },
    query: flow(query, retryAfterConflicts),
    transaction,
    exclusive: (lock) => beginningWith(advisoryLock(lock).wait),
    schemaChange: (waiting) => (work) =>
      inTransaction(pool, [...begin, ...patiently].join('; '), { patient: true })((inside) =>
        pipe(
          takeLock(inside, advisoryLock('migrate').attempt, waiting),
          TE.flatMap(() => work(inside)),
        ),
      ),
    onAnnouncement: (listener) => {
      stopListening ??= listenForAnnouncements(newListener, channel, hear);
      return listeners.add(listener);
    },
    close: TE.tryCatch(() => {
      closed ??= close();
      return closed;
    }, storeUnavailable),
  };
};
