import type * as IO from 'fp-ts/lib/IO.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';

/** What a statement takes. Flags are 0 and 1. */
export type SqlValue = string | number | null;

/** What a statement gives, by column: `SqlValue`s. Whole numbers are numbers, also those of 64 bits. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** Runs one statement with the values for `$1`, `$2` and so on; answers its rows, those of `RETURNING` too. */
export type Query = (
  sql: string,
  values?: ReadonlyArray<SqlValue>,
) => TE.TaskEither<StoreUnavailable, ReadonlyArray<SqlRow>>;

/**
 * What runs inside a transaction, through the query that it is given and no other. A left rolls back. It may run more than
 * once: anew after it was rolled back because another transaction stood in its way.
 */
export type Transaction = <E, A>(
  work: (query: Query) => TE.TaskEither<E, A>,
) => TE.TaskEither<E | StoreUnavailable, A>;

/** Where SQL is spoken differently. */
export type Dialect = {
  /** The type of a primary key that counts upwards by itself. */
  readonly sequence: string;
  /** An expression that, once what evaluates it is committed, calls the listeners of the other instances. */
  readonly announcement: string;
  /**
   * An expression for the moment by which leases and pauses are measured, Unix seconds. `given`: a placeholder with the moment
   * by the caller's clock.
   */
  readonly now: (given: string) => string;
};

/** A database that is open. Nothing of it throws, and what fails is `StoreUnavailable` with the driver's error. */
export type Database = {
  readonly dialect: Dialect;
  readonly query: Query;
  /** Each statement sees what was committed before it (`READ COMMITTED` at least). */
  readonly transaction: Transaction;
  /** The same, and only one at a time of those with this lock, over all instances. */
  readonly exclusive: (lock: string) => Transaction;
  /**
   * The same for a change of the schema: takes its time, and waits for whoever else changes it, however long that takes;
   * `waiting` is called when it comes to that.
   */
  readonly schemaChange: (waiting: IO.IO<void>) => Transaction;
  /** Calls the listener when another instance has announced something; ends with the function. */
  readonly onAnnouncement: (listener: () => void) => () => void;
  /** Waits for what is under way, and lets go of the file or the connections. */
  readonly close: TE.TaskEither<StoreUnavailable, void>;
};

/** The database did not do what it was asked for. `cause`: what it said. */
export const storeUnavailable = (cause: unknown): StoreUnavailable => ({
  _tag: 'StoreUnavailable',
  cause,
});
