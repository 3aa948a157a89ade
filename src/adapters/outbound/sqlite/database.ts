import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type Libsql from 'libsql';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import {
  type Database,
  type Query,
  type SqlRow,
  type SqlValue,
  storeUnavailable,
  type Transaction,
} from '../sql/database.js';
import { createLockYielder, retryWhileBusy } from './file-lock.js';

/** Runs one task after the other, in the order in which they came. */
const createSerializer = (): (<A>(task: () => Promise<A>) => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
};

/** Runs one statement on a connection, at once. */
type RunStatement = (
  sql: string,
  values?: ReadonlyArray<SqlValue>,
) => E.Either<StoreUnavailable, ReadonlyArray<SqlRow>>;

const Rows = t.array(t.UnknownRecord);

// libsql would cut the text there, and say nothing.
const isCut = (value: SqlValue): boolean => typeof value === 'string' && value.includes('\0');

/** Runs statements, each prepared once. SQLite numbers the order in which `$1` and `$2` come; `?1` is the first value. */
export const createRunner = (connection: Libsql.Database): RunStatement => {
  const prepared = new Map<string, Libsql.Statement<Array<unknown>>>();

  const prepare = (sql: string): Libsql.Statement<Array<unknown>> => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare<Array<unknown>>(sql.replaceAll(/\$(?=\d)/gu, '?'));
    prepared.set(sql, statement);
    return statement;
  };

  return (sql, values = []) =>
    values.some(isCut)
      ? E.left(storeUnavailable(new Error('SQLite does not take text with the character U+0000')))
      : pipe(
          E.tryCatch(() => prepare(sql).all([...values]), storeUnavailable),
          E.filterOrElse(Rows.is, () => storeUnavailable(new Error('SQLite gave no rows'))),
        );
};

// How often the file is looked at, in milliseconds.
const every = 1000;

/** Calls a listener when another process has written to the file: `version` gives other rows then. */
const watchOthers =
  (version: TE.TaskEither<unknown, ReadonlyArray<SqlRow>>): Database['onAnnouncement'] =>
  (listener) => {
    let seen: unknown;
    const look = async (): Promise<void> => {
      const found = pipe(
        await version(),
        E.map(([row]) => row?.['data_version']),
        E.getOrElseW(() => seen),
      );
      if (seen !== undefined && found !== seen) listener();
      seen = found;
    };
    void look();
    const timer = setInterval(() => void look(), every);
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  };

const isReading = (sql: string): boolean => /^\s*SELECT\b/iu.test(sql);

/** A database over one connection. */
export const createSqliteDatabase = (connection: Libsql.Database): Database => {
  const run = createRunner(connection);
  const inTurn = createSerializer();
  const { giveWay, done } = createLockYielder();
  const execute = (sql: string) =>
    E.tryCatch(() => {
      connection.exec(sql);
    }, storeUnavailable);

  const inside: Query = (sql, values) => () => retryWhileBusy(() => run(sql, values));

  // A statement that finds the file locked by another process stays half-run in libsql, and holds up every later commit;
  // BEGIN IMMEDIATE does not. So whatever writes waits for the lock there.
  const transactionAfter =
    (waiting?: IO.IO<void>): Transaction =>
    (work) =>
    () =>
      inTurn(async () => {
        await giveWay();
        const begun = await retryWhileBusy(() => execute('BEGIN IMMEDIATE'), waiting);
        if (E.isLeft(begun)) return begun;
        try {
          return pipe(
            await work(inside)(),
            E.tap(() => execute('COMMIT')),
          );
        } finally {
          if (connection.inTransaction) execute('ROLLBACK');
          done();
        }
      });
  const transaction = transactionAfter();

  return {
    dialect: {
      sequence: 'INTEGER PRIMARY KEY AUTOINCREMENT',
      announcement: 'NULL',
      // Who shares a file shares a machine, and its clock.
      now: (given) => given,
    },
    query: (sql, values) =>
      isReading(sql)
        ? () => inTurn(inside(sql, values))
        : transaction((query) => query(sql, values)),
    transaction,
    exclusive: () => transaction,
    schemaChange: transactionAfter,
    onAnnouncement: watchOthers(() => inTurn(inside('PRAGMA data_version'))),
    close: () =>
      inTurn(async () =>
        E.tryCatch(() => {
          if (connection.open) connection.close();
        }, storeUnavailable),
      ),
  };
};
