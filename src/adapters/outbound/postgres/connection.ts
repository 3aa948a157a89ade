import { flow } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CustomTypesConfig } from 'pg';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type Query, type SqlValue, storeUnavailable } from '../sql/database.js';

type Statement = {
  readonly text: string;
  values: Array<unknown>;
  /** How columns are read, by the number of their type. */
  readonly types: { readonly getTypeParser: (type: number) => (text: string) => unknown };
  readonly query_timeout: number;
};

/** What a statement answers. */
type PostgresResult = {
  readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly command: string;
};

/** What is used of a connection: those of `pg` are such. */
export type PostgresClient = {
  query(statement: Statement): Promise<PostgresResult>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (heard: { payload?: string | undefined }) => void): unknown;
  off(event: string, listener: () => void): unknown;
};

/** What is used of a pool of connections: a `pg.Pool` is one. */
export type PostgresPool = {
  connect(): Promise<PostgresClient & { release(destroy?: boolean): void }>;
};

type Reader = (text: string) => SqlValue;

const flag: Reader = (text) => (text === 't' ? 1 : 0);

// By the numbers that PostgreSQL gives its types: bool, int8, int2, int4, float8. What is left stays text.
const readers: ReadonlyMap<number, Reader> = new Map([
  [16, flag],
  ...[20, 21, 23, 701].map((type): [number, Reader] => [type, Number]),
]);

/** How columns are read, so that a row holds what `SqlRow` says. */
const readValue: CustomTypesConfig = {
  getTypeParser: (type: number): Reader => readers.get(type) ?? String,
};

// Milliseconds. The server gives up first, by its `statement_timeout`, so that its connection can be used again.
const usualTimeout = 12_000;
const longestTimeout = 2 ** 31 - 1;

/** Runs statements on a connection, or on any of a pool; `patient`: for as long as it takes. */
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
          types: readValue,
          query_timeout: patient ? longestTimeout : usualTimeout,
        }),
      storeUnavailable,
    );

/** Statements on a connection, or on any of a pool; `patient`: each for as long as it takes. */
export const queryOn = (...on: Parameters<typeof runStatement>): Query =>
  flow(
    runStatement(...on),
    TE.map(({ rows }) => rows),
  );
