import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import type Libsql from 'libsql';
import type { Database, Query, Transaction } from '../sql/database.js';
import { storeUnavailable } from '../sql/store-unavailable.js';
import { createGiveWay } from './create-give-way.js';
import { createInTurn } from './create-in-turn.js';
import { createRunner } from './create-runner.js';
import { watchOthers } from './watch-others.js';
import { whenFree } from './when-free.js';

const isReading = (sql: string): boolean => /^\s*SELECT\b/iu.test(sql);

/** A database over one connection. */
export const createSqliteDatabase = (connection: Libsql.Database): Database => {
  const run = createRunner(connection);
  const inTurn = createInTurn();
  const { giveWay, done } = createGiveWay();
  const execute = (sql: string) =>
    E.tryCatch(() => {
      connection.exec(sql);
    }, storeUnavailable);

  const inside: Query = (sql, values) => () => whenFree(() => run(sql, values));

  // A statement that finds the file locked by another process stays half-run in libsql, and holds up every later commit;
  // BEGIN IMMEDIATE does not. So whatever writes waits for the lock there.
  const transactionAfter =
    (waiting?: IO.IO<void>): Transaction =>
    (work) =>
    () =>
      inTurn(async () => {
        await giveWay();
        const begun = await whenFree(() => execute('BEGIN IMMEDIATE'), waiting);
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
