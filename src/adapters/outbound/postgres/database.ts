import { randomUUID } from 'node:crypto';
import { flow, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { createListeners } from '../listeners.js';
import { tryWrites } from '../sql/check-writable.js';
import {
  type Change,
  type Database,
  type Dialect,
  type Query,
  type Statement,
  storeUnavailable,
  type Transaction,
} from '../sql/database.js';
import { type Listener, listenForAnnouncements } from './announcements.js';
import type { PostgresPool, StatementNames } from './connection.js';
import {
  inTransaction,
  isRefusedStatement,
  retryAfterConflicts,
  retryWhileLocked,
  shareLock,
  takeLock,
} from './transaction.js';

// PostgreSQL needs the type of every placeholder.
const callersClock: Dialect['now'] = (given) => `CAST(${given} AS BIGINT)`;

/**
 * The server's time at the start of the statement: it is the same for all rows, so that an index can be used. The caller's
 * time is not used; the expression only gives its placeholder a type.
 */
export const serversClock: Dialect['now'] = (given) =>
  `COALESCE(FLOOR(EXTRACT(EPOCH FROM statement_timestamp()))::BIGINT, ${callersClock(given)})`;

/** The database with its leases and pauses measured by the callers' clocks instead of the server's, for tests. */
export const byCallersClock = (database: Database): Database => ({
  ...database,
  dialect: { ...database.dialect, now: callersClock },
});

// A new table has no pages that could be used again, and its file ends with the transaction.
const needsNewPages: ReadonlyArray<Statement> = [
  ["SET LOCAL temp_tablespaces = ''"],
  [
    'CREATE TEMPORARY TABLE pasarela_room ON COMMIT DROP AS SELECT number FROM generate_series(1, 2000) AS number',
  ],
];

// insufficient_privilege: it must not create temporary tables, so only the writes of requests can tell.
const MayNotTry = t.type({ cause: t.type({ code: t.literal('42501') }) });

const tryRoom = (database: Pick<Database, 'transaction'>) =>
  pipe(
    tryWrites(database, needsNewPages),
    TE.orElse((failure) => (MayNotTry.is(failure) ? TE.right(undefined) : TE.left(failure))),
  );

const countedBy =
  (query: Query): Change =>
  (sql, values, name) =>
    pipe(
      query(`${sql} RETURNING 1`, values, name),
      TE.map(({ length }) => length),
    );

type Connections = {
  readonly pool: PostgresPool;
  /** Further statements at the beginning of a transaction. */
  readonly begin: ReadonlyArray<string>;
  /** Runs a single statement. Absent: it runs in a transaction. */
  readonly query?: Query;
  /** Absent: statements are not kept under their names. */
  readonly names?: StatementNames;
  readonly newListener: () => Promise<Listener>;
  readonly end: () => Promise<void>;
};

const channel = 'pasarela';

// Work may take long. Waiting for a table must not, because the statements of all instances queue behind it.
const schemaChangeSettings = ['SET LOCAL statement_timeout = 0', "SET LOCAL lock_timeout = '1s'"];

/** A database over a pool of connections. */
export const createPostgresDatabase = (connections: Connections): Database => {
  const { pool, names, newListener, end } = connections;
  const self = randomUUID();
  const listeners = createListeners();
  let stopListening: (() => Promise<void>) | undefined;
  const onAnnounced = (announcer: string | undefined): void => {
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
      retryAfterConflicts(
        inTransaction(pool, [...begin, ...statements].join('; '), { names })(work),
      );
  const transaction = beginningWith();
  const query: Query =
    connections.query ?? ((...statement) => transaction((_inside, last) => last(...statement)));

  const conflictFree = flow(query, retryAfterConflicts);
  // The setting ends with the statement's own transaction: one round trip, where BEGIN, SET LOCAL and COMMIT take three.
  const queryWithoutSync: Query = (sql, values, name) =>
    conflictFree(`${sql}, set_config('synchronous_commit', 'off', true)`, values, name);

  return {
    dialect: {
      sequence: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
      announcement: `pg_notify('${channel}', '${self}')`,
      now: serversClock,
      rowLock: { wait: 'FOR UPDATE', skip: 'FOR UPDATE SKIP LOCKED' },
    },
    query: conflictFree,
    queryWithoutSync,
    change: countedBy(conflictFree),
    changeWithoutSync: countedBy(queryWithoutSync),
    // One group is computed while the other waits for the disk; more would only make the groups smaller.
    writersAtOnce: 2,
    hasRoom: (suspected) => (suspected ? tryRoom({ transaction }) : TE.right(undefined)),
    isRefusal: isRefusedStatement,
    isOutage: (failure) => !isRefusedStatement(failure),
    transaction,
    sharing: (lock) => beginningWith(shareLock(lock)),
    schemaChange: (waiting) => (work) =>
      retryWhileLocked(
        inTransaction(pool, [...begin, ...schemaChangeSettings].join('; '), { patient: true })(
          (inside, last) =>
            pipe(
              takeLock(inside, 'migrate', waiting),
              TE.flatMap(() => work(inside, last)),
            ),
        ),
      ),
    onAnnouncement: (listener) => {
      stopListening ??= listenForAnnouncements(newListener, channel, onAnnounced);
      return listeners.add(listener);
    },
    dropTraces: TE.right(undefined),
    close: TE.tryCatch(() => {
      closed ??= close();
      return closed;
    }, storeUnavailable),
  };
};
