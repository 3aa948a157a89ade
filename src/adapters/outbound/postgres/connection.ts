import { randomUUID } from 'node:crypto';
import { flow, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { CustomTypesConfig } from 'pg';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type Query, type SqlValue, storeUnavailable } from '../sql/database.js';

type Statement = {
  readonly text: string;
  readonly name: string | undefined;
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
  /** Whether it sends a statement without waiting for the results of earlier ones. */
  readonly pipeline?: boolean;
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

/** The names under which connections keep statements. */
export type StatementNames = {
  /** The name of a statement. Others may have been asked for by the same name, such as those for other clocks. */
  readonly of: (text: string, name: string | undefined) => string | undefined;
  /** Names no further statements: the server did not find one by its name. */
  readonly giveUp: () => void;
};

export const createStatementNames = (): StatementNames => {
  const names = new Map<string, string>();
  // Behind a pooler, another process must not meet a statement of this one under a name of its own.
  const ofProcess = randomUUID().slice(0, 8);
  let kept = true;
  return {
    of: (text, name) => {
      if (name === undefined || !kept) return undefined;
      const known = names.get(text) ?? `${name} ${ofProcess}.${names.size + 1}`;
      names.set(text, known);
      return known;
    },
    giveUp: () => {
      kept = false;
    },
  };
};

/**
 * The codes of failures to run a statement by its name: invalid_sql_statement_name and duplicate_prepared_statement, because a
 * pooler between here and the server may change the connection that knows the names, and feature_not_supported, because another
 * version of this program may change the type of a column that the statement returns.
 */
export const LostName = t.union([t.literal('26000'), t.literal('42P05'), t.literal('0A000')]);
const NameWasLost = t.type({ cause: t.type({ code: LostName }) });

export type StatementOptions = {
  /** Without a time-out. */
  readonly patient?: boolean;
  /** Absent: names are ignored. */
  readonly names?: StatementNames | undefined;
};

/** Runs a statement on a connection or a pool. */
export const runStatement =
  (connection: Pick<PostgresClient, 'query'>, { patient = false, names }: StatementOptions = {}) =>
  (
    text: string,
    values: ReadonlyArray<SqlValue> = [],
    name?: string,
  ): TE.TaskEither<StoreUnavailable, PostgresResult> =>
    pipe(
      TE.tryCatch(
        () =>
          connection.query({
            text,
            name: names?.of(text, name),
            values: [...values],
            types,
            query_timeout: patient ? longestTimeout : defaultTimeout,
          }),
        storeUnavailable,
      ),
      TE.tapError((failure) => {
        if (NameWasLost.is(failure)) names?.giveUp();
        return TE.right(undefined);
      }),
    );

/** The same for its rows. */
export const queryOn = (...connection: Parameters<typeof runStatement>): Query =>
  flow(
    runStatement(...connection),
    TE.map(({ rows }) => rows),
  );
