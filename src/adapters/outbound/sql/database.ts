import type * as IO from 'fp-ts/lib/IO.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';

/** A value of a statement. Flags are 0 and 1. */
export type SqlValue = string | number | null;

/** A row by column; its values are `SqlValue`s. Integers are numbers, also those of 64 bits. */
export type SqlRow = Readonly<Record<string, unknown>>;

/**
 * Runs one statement with the values for `$1`, `$2` and so on; returns its rows, also those of `RETURNING`. `name`: of a statement
 * that runs often, so that the database keeps one plan for all values.
 */
export type Query = (
  sql: string,
  values?: ReadonlyArray<SqlValue>,
  name?: string,
) => TE.TaskEither<StoreUnavailable, ReadonlyArray<SqlRow>>;

/** Runs one statement that changes rows, without `RETURNING`; returns how many. `name`: as for a `Query`. */
export type Change = (
  sql: string,
  values?: ReadonlyArray<SqlValue>,
  name?: string,
) => TE.TaskEither<StoreUnavailable, number>;

/**
 * Runs work in a transaction. The work uses the queries that it gets, and no others; a left rolls back. Statements run in the order
 * in which they are begun: those that are begun together may share a round trip. `last` also commits, in the same round trip: the
 * work begins nothing after it. After a conflict with another transaction it is rolled back and runs again.
 */
export type Transaction = <E, A>(
  work: (query: Query, last: Query) => TE.TaskEither<E, A>,
) => TE.TaskEither<E | StoreUnavailable, A>;

/** A statement with its values and its name. */
export type Statement = Parameters<Query>;

/** Where the databases' SQL differs. */
export type Dialect = {
  /** The column type of an auto-incrementing primary key. */
  readonly sequence: string;
  /** An expression that calls the listeners of the other instances once its transaction is committed. */
  readonly announcement: string;
  /**
   * An expression for the current time, in Unix seconds, by which leases and pauses are measured. `given`: a placeholder for
   * the time by the caller's clock.
   */
  readonly now: (given: string) => string;
  /**
   * The end of a `SELECT` that locks its rows until the transaction ends, and waits for rows that another transaction has locked or
   * skips them.
   */
  readonly rowLock: { readonly wait: string; readonly skip: string };
};

/** An open database. Its functions do not throw: they fail with `StoreUnavailable` and the driver's error. */
export type Database = {
  readonly dialect: Dialect;
  readonly query: Query;
  /**
   * The same for one statement that ends with `RETURNING` and columns, without waiting for the disk. Others see the change
   * immediately, and it survives the end of this process. Only a crash of the database server or of the machine may undo it,
   * and then all later changes of this kind too, but no earlier change of `query` or a transaction.
   */
  readonly queryWithoutSync: Query;
  readonly change: Change;
  /** As `queryWithoutSync`. */
  readonly changeWithoutSync: Change;
  /**
   * Fails if new rows have no room on the disk. `suspected`: writes have failed, so it also writes, and rolls back, what needs new
   * pages. Otherwise it always succeeds where only a write can tell.
   */
  readonly hasRoom: (suspected: boolean) => TE.TaskEither<StoreUnavailable, void>;
  /** Whether a statement failed because of its values, so that it may succeed with others. */
  readonly isRefusal: (failure: StoreUnavailable) => boolean;
  /** Whether a statement failed for a reason that other statements may meet too, such as a full disk. */
  readonly isOutage: (failure: StoreUnavailable) => boolean;
  /** The number of transactions that can write at the same time without waiting for each other. */
  readonly writersAtOnce: number;
  /** Each statement sees what was committed before it (at least `READ COMMITTED`). */
  readonly transaction: Transaction;
  /** A transaction that shares a lock with all others of its kind. It waits for transactions that hold the lock alone. */
  readonly sharing: (lock: string) => Transaction;
  /**
   * A transaction that changes the schema: it may take long, and waits for any other that changes the schema; `waiting` is
   * called if it has to wait.
   */
  readonly schemaChange: (waiting: IO.IO<void>) => Transaction;
  /** Calls the listener when another instance announces a change. Returns the function that removes the listener. */
  readonly onAnnouncement: (listener: () => void) => () => void;
  /**
   * Removes from the disk copies of deleted rows that the database itself still keeps, such as in a write-ahead log. Does nothing
   * where that is left to the server.
   */
  readonly dropTraces: TE.TaskEither<StoreUnavailable, void>;
  /** Waits for running statements, then closes the file or the connections. */
  readonly close: TE.TaskEither<StoreUnavailable, void>;
};

/** The failure of a statement. `cause`: the driver's error. */
export const storeUnavailable = (cause: unknown): StoreUnavailable => ({
  _tag: 'StoreUnavailable',
  cause,
});
