import { setImmediate as nextTurn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { constVoid, pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type Libsql from 'libsql';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { tryWrites } from '../sql/check-writable.js';
import {
  type Database,
  type Query,
  type SqlRow,
  type SqlValue,
  type Statement as StatementOfDatabase,
  storeUnavailable,
  type Transaction,
} from '../sql/database.js';
import { inGroups } from '../sql/group-commit.js';
import { commitInBackground } from './background-commit.js';
import { createLockPatience, createLockYielder, isBusy, retryWhileBusy } from './file-lock.js';
import { emptyWriteAheadLog } from './write-ahead-log.js';

// In milliseconds.
const longestTurn = 5;

/** Lets the event loop turn after many statements: they are synchronous, and a chain of them waits for nothing else. */
const createTurnKeeper = (): (() => Promise<void> | undefined) => {
  let turnStart: number | undefined;
  return () => {
    if (turnStart === undefined) {
      turnStart = performance.now();
      setImmediate(() => {
        turnStart = undefined;
      });
      return undefined;
    }
    return performance.now() - turnStart < longestTurn ? undefined : nextTurn();
  };
};

/** Runs tasks one after another, in the order of their calls. */
const createSerializer = (): (<A>(task: () => Promise<A>) => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve();
  const keepTurn = createTurnKeeper();
  return (task) => {
    const run = last.then(keepTurn).then(task);
    last = run.catch(() => undefined);
    return run;
  };
};

/** Runs one statement on a connection, synchronously. */
type RunStatement<A> = (
  sql: string,
  values?: ReadonlyArray<SqlValue>,
) => E.Either<StoreUnavailable, A>;

const Rows = t.array(t.UnknownRecord);

// libsql silently truncates text there.
const isTruncated = (value: SqlValue): boolean => typeof value === 'string' && value.includes('\0');

type Statement = {
  readonly all: (values: ReadonlyArray<SqlValue>) => unknown;
  readonly run: (values: ReadonlyArray<SqlValue>) => { readonly changes: number };
};

/**
 * Prepares each statement once, and keeps it in `prepared`. SQLite numbers `$2` by its position in the text; `?2` is always the
 * second value.
 */
const createPreparer = (connection: Libsql.Database, prepared: Map<string, Statement>) => {
  const prepare = (sql: string): Statement => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare<Array<unknown>>(sql.replaceAll(/\$(?=\d)/gu, '?'));
    prepared.set(sql, statement);
    return statement;
  };

  return <A>(run: (statement: Statement, values: ReadonlyArray<SqlValue>) => A): RunStatement<A> =>
    (sql, values = []) =>
      values.some(isTruncated)
        ? E.left(storeUnavailable(new Error('SQLite cannot store text with the character U+0000')))
        : E.tryCatch(() => run(prepare(sql), values), storeUnavailable);
};

/** Runs statements on a connection: `rows` returns their rows, `changes` how many rows they changed. */
export const createRunners = (
  connection: Libsql.Database,
  prepared = new Map<string, Statement>(),
) => {
  const runnerOf = createPreparer(connection, prepared);
  const readRows = runnerOf((statement, values) => statement.all(values));
  const rows: RunStatement<ReadonlyArray<SqlRow>> = (sql, values) =>
    pipe(
      readRows(sql, values),
      E.filterOrElse(Rows.is, () => storeUnavailable(new Error('SQLite returned no rows'))),
    );
  return {
    rows,
    // It takes two thirds of the time of `RETURNING`, which gathers the rows in a table of its own.
    changes: runnerOf((statement, values) => statement.run(values).changes),
  };
};

const pollIntervalMs = 1000;

/** Calls a listener when another process has written to the file: then the rows of `version` change. */
const watchFile =
  (version: TE.TaskEither<unknown, ReadonlyArray<SqlRow>>): Database['onAnnouncement'] =>
  (listener) => {
    let seen: unknown;
    const poll = async (): Promise<void> => {
      const found = pipe(
        await version(),
        E.map(([row]) => row?.['data_version']),
        E.getOrElseW(() => seen),
      );
      if (seen !== undefined && found !== seen) listener();
      seen = found;
    };
    void poll();
    const timer = setInterval(() => void poll(), pollIntervalMs);
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  };

const isSelect = (sql: string): boolean => /^\s*SELECT\b/iu.test(sql);

// In WAL mode, FULL waits for the disk in each commit. NORMAL only writes to the file: the next FULL commit, also of another
// connection, brings that to the disk too. Copying the log into the file waits for the disk, so that it is left to FULL commits too.
const settingsOf = {
  synced: 'PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000;',
  unsynced: 'PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0;',
};
type Kind = keyof typeof settingsOf;

const ResultCode = t.type({ cause: t.type({ code: t.string }) });

const isOutOfSpace = (failure: unknown): boolean =>
  ResultCode.is(failure) && /^SQLITE_(?:FULL|IOERR)/u.test(failure.cause.code);

type Write = {
  readonly kind: Kind;
  readonly length: number;
  /** Runs its statement, and keeps the outcome. */
  readonly run: () => E.Either<StoreUnavailable, unknown>;
};

const lengthOf = (values: ReadonlyArray<SqlValue>): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

const notWritten = storeUnavailable(new Error('the statement did not run'));

// More than what free pages are likely to hold.
const needsNewPages: ReadonlyArray<StatementOfDatabase> = [
  ['INSERT INTO pasarela_schema (version, name) VALUES (0, hex(zeroblob(65536)))'],
];

type Settings = {
  readonly hasRoom?: TE.TaskEither<StoreUnavailable, void>;
  /** How long work waits for a locked file, in milliseconds. */
  readonly patienceMs?: number | undefined;
  /** How long the write-ahead log waits for other processes to be emptied, in milliseconds: after deletions, and at the end. */
  readonly logPatienceMs?: number | undefined;
};

// The others are about a statement and its values.
const outages = /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|PERM)/u;

const isOutage: Database['isOutage'] = (failure) =>
  ResultCode.is(failure) && outages.test(failure.cause.code);

const isRefusal: Database['isRefusal'] = (failure) => !isBusy(failure);

/** A database over one connection. */
export const createSqliteDatabase = (
  connection: Libsql.Database,
  { hasRoom = TE.right(undefined), patienceMs, logPatienceMs = 1000 }: Settings = {},
): Database => {
  const prepared = new Map<string, Statement>();
  const run = createRunners(connection, prepared);
  const serialize = createSerializer();
  const { yieldLock, unlocked } = createLockYielder();
  const patience = createLockPatience(patienceMs);
  const execute = (sql: string) =>
    E.tryCatch(() => {
      connection.exec(sql);
    }, storeUnavailable);

  const commits = {
    synced: commitInBackground(connection),
    // Takes less time than to have a thread do it.
    unsynced: TE.fromIOEither(() => execute('COMMIT')),
  };

  const inside: Query = (sql, values) => () => retryWhileBusy(() => run.rows(sql, values));

  // The last space is left for the ends of requests in progress, which are written without a sync.
  let full = false;
  const checkRoom: TE.TaskEither<StoreUnavailable, void> = pipe(
    hasRoom,
    TE.tapIO(() => () => {
      full = false;
    }),
    TE.tapError(() =>
      TE.fromIO(() => {
        full = true;
      }),
    ),
  );

  let begunBefore: Kind | undefined;
  const begin = (kind: Kind) => {
    const settings = kind === begunBefore ? '' : settingsOf[kind];
    begunBefore = undefined;
    const begun = execute(`${settings} BEGIN IMMEDIATE`);
    if (E.isRight(begun)) begunBefore = kind;
    return begun;
  };

  // In libsql, a statement that finds the file locked stays unfinished and blocks every later commit; BEGIN IMMEDIATE does
  // not. So every write waits for the lock there.
  const transactionAfter =
    (waiting?: IO.IO<void>, kind: Kind = 'synced'): Transaction =>
    (work) =>
    () => {
      const askedAt = performance.now();
      return serialize(async () => {
        if (full && kind === 'synced') {
          const room = await checkRoom();
          if (E.isLeft(room)) return room;
        }
        await yieldLock();
        const attempt = () => {
          const begun = begin(kind);
          patience.saw(E.isLeft(begun) && isBusy(begun.left));
          return begun;
        };
        const begun = await retryWhileBusy(attempt, waiting, patience.left(askedAt));
        if (E.isLeft(begun)) return begun;
        try {
          const outcome = await work(inside, inside)();
          const committed = E.isRight(outcome) ? await commits[kind]() : E.right(undefined);
          const ended = E.isLeft(committed) ? committed : outcome;
          full ||= E.isLeft<unknown>(ended) && isOutOfSpace(ended.left);
          return ended;
        } finally {
          if (connection.inTransaction) execute('ROLLBACK');
          unlocked();
        }
      });
    };
  const transaction = transactionAfter();

  const sharedTransactions = {
    synced: transaction,
    unsynced: transactionAfter(undefined, 'unsynced'),
  };

  // Writes that come together run in one transaction, which waits for the disk if one of them does. A statement that fails undoes
  // nothing but itself. If the disk is full, they run one by one, so that those without a sync still find room.
  const write = inGroups<Write, void>({
    write: (writes) =>
      sharedTransactions[writes.some(({ kind }) => kind === 'synced') ? 'synced' : 'unsynced'](
        () => async () => {
          for (const one of writes) {
            const outcome = one.run();
            full ||= E.isLeft(outcome) && isOutOfSpace(outcome.left);
            if (E.isLeft(outcome) && !connection.inTransaction) return outcome;
          }
          return E.right(constVoid);
        },
      ),
    isRefusal,
    groupsAtOnce: 1,
    lengthOf: ({ length }) => length,
  });
  const writing =
    <A>(statement: RunStatement<A>, kind: Kind) =>
    (sql: string, values: ReadonlyArray<SqlValue> = []): TE.TaskEither<StoreUnavailable, A> =>
    async () => {
      let outcome: E.Either<StoreUnavailable, A> = E.left(notWritten);
      const keep = () => {
        outcome = statement(sql, values);
        return outcome;
      };
      const written = await write({ kind, length: lengthOf(values), run: keep })();
      return E.isLeft(written) ? written : outcome;
    };
  const writeSynced = writing(run.rows, 'synced');

  const emptyLog = () =>
    emptyWriteAheadLog((sql) => serialize(async () => run.rows(sql)), logPatienceMs);

  return {
    dialect: {
      sequence: 'INTEGER PRIMARY KEY AUTOINCREMENT',
      announcement: 'NULL',
      // Processes that share a file run on one machine, with one clock.
      now: (given) => given,
      // A transaction that writes has the whole file.
      rowLock: { wait: '', skip: '' },
    },
    query: (sql, values) =>
      isSelect(sql) ? () => serialize(inside(sql, values)) : writeSynced(sql, values),
    queryWithoutSync: writing(run.rows, 'unsynced'),
    change: writing(run.changes, 'synced'),
    changeWithoutSync: writing(run.changes, 'unsynced'),
    hasRoom: (suspected) =>
      pipe(
        checkRoom,
        TE.flatMap(() =>
          suspected ? tryWrites({ transaction }, needsNewPages) : TE.right(undefined),
        ),
      ),
    writersAtOnce: 1,
    isRefusal,
    isOutage,
    transaction,
    sharing: () => transaction,
    schemaChange: transactionAfter,
    onAnnouncement: watchFile(() => serialize(inside('PRAGMA data_version'))),
    // While another process uses the file for long, such as for a backup, the next deletion or the end does it.
    dropTraces: pipe(
      emptyLog,
      TE.orElse((failure) => (isBusy(failure) ? TE.right(undefined) : TE.left(failure))),
    ),
    close: async () => {
      // If it fails, the next process that opens the file finds everything in the log.
      if (connection.open) await emptyLog();
      return serialize(async () =>
        E.tryCatch(() => {
          prepared.clear();
          if (connection.open) connection.close();
        }, storeUnavailable),
      );
    },
  };
};
