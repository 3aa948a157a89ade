import { flow } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CustomTypesConfig } from 'pg';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type Query, type SqlValue, storeUnavailable } from '../sql/database.js';

type Statement = {
  readonly text: string;
  values: Array<unknown>;
  /** Returns the reader of a column by the number of the column's type. */
  readonly types: { readonly getTypeParser: (type: number) => (text: string) => unknown };
  readonly query_timeout: number;
};

type PostgresResult = {
  readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly command: string;
};

/** The part of a connection that the stores use: a `pg.Client` has it. */
export type PostgresClient = {
  query(statement: Statement): Promise<PostgresResult>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (heard: { payload?: string | undefined }) => void): unknown;
  off(event: string, listener: () => void): unknown;
};

/** The part of a connection pool that the stores use: a `pg.Pool` has it. */
export type PostgresPool = {
  connect(): Promise<PostgresClient & { release(destroy?: boolean): void }>;
};

type Reader = (text: string) => SqlValue;

const flag: Reader = (text) => (text === 't' ? 1 : 0);

// By PostgreSQL's type numbers: bool, int8, int2, int4, float8. Other types stay text.
const readers: ReadonlyMap<number, Reader> = new Map([
  [16, flag],
  ...[20, 21, 23, 701].map((type): [number, Reader] => [type, Number]),
]);

/** Reads columns as `SqlValue`s. */
const types: CustomTypesConfig = {
  getTypeParser: (type: number): Reader => readers.get(type) ?? String,
};

// In milliseconds. The server's `statement_timeout` is shorter, so that the connection stays usable.
const defaultTimeout = 12_000;
const longestTimeout = 2 ** 31 - 1;

/** Runs a statement on a connection or a pool. `patient`: without a time-out. */
export const runStatement =
  (connection: Pick<PostgresClient, 'query'>, { patient = false } = {}) =>
  (
    text: string,
    values: ReadonlyArray<SqlValue> = [],
  ): TE.TaskEither<StoreUnavailable, PostgresResult> =>
    TE.tryCatch(
      () =>
        connection.query({
          text,
          values: [...values],
          types,
          query_timeout: patient ? longestTimeout : defaultTimeout,
        }),
      storeUnavailable,
    );

/** The same for its rows. */
export const queryOn = (...connection: Parameters<typeof runStatement>): Query =>
  flow(
    runStatement(...connection),
    TE.map(({ rows }) => rows),
  );
