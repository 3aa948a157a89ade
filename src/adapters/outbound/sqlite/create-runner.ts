import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type Libsql from 'libsql';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { SqlRow, SqlValue } from '../sql/database.js';
import { storeUnavailable } from '../sql/store-unavailable.js';

/** Runs one statement on a connection, at once. */
export type Run = (
  sql: string,
  values?: ReadonlyArray<SqlValue>,
) => E.Either<StoreUnavailable, ReadonlyArray<SqlRow>>;

const Rows = t.array(t.UnknownRecord);

// libsql would cut the text there, and say nothing.
const isCut = (value: SqlValue): boolean => typeof value === 'string' && value.includes('\0');

/** Runs statements, each prepared once. SQLite numbers the order in which `$1` and `$2` come; `?1` is the first value. */
export const createRunner = (connection: Libsql.Database): Run => {
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
