import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { singleFlight } from '../../../application/single-flight.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { checkWritable } from './check-writable.js';
import type { Database, Query, Transaction } from './database.js';

/** Checks whether a database takes writes. `suspected`: as in `hasRoom`. */
export const checkWrites =
  (database: Database) =>
  (suspected: boolean): TE.TaskEither<StoreUnavailable, void> =>
    pipe(
      database.hasRoom(suspected),
      TE.flatMap(() => checkWritable(database)),
    );

type WatchedWrites = {
  /** The database, whose writes count. */
  readonly database: Database;
  /** Fails while the writes of requests fail, or if the database takes no write now. */
  readonly ready: TE.TaskEither<StoreUnavailable, void>;
};

// On a full disk, writes into pages that exist succeed.
const windowMs = 10_000;
const mostSucceededForEachFailed = 4;
// In the window, or in a row, however long that takes.
const fewestFailed = 3;

// In milliseconds. After a relapse, the next recovery waits longer.
const firstPause = 1000;
const longestPause = 30_000;
const relapseMs = 60_000;

type Ends = { readonly failed: number; readonly succeeded: number };

const none: Ends = { failed: 0, succeeded: 0 };

const StoreFailure = t.type({ _tag: t.literal('StoreUnavailable'), cause: t.unknown });

const isSelect = (sql: string): boolean => /^\s*SELECT\b/iu.test(sql);

/**
 * Watches how the writes to a database end. Three failures in a row, or within ten seconds if they are a fifth of all writes, show that
 * it cannot be used, although a single write may succeed. A check that needs new pages ends that.
 */
export const watchWrites = (
  database: Database,
  now: () => number = () => performance.now(),
): WatchedWrites => {
  // The current half of the window, and the one before.
  let halfBegan = now();
  let current = none;
  let before = none;
  let inRow = 0;
  let failing: { readonly cause: StoreUnavailable; readonly checkAt: number } | undefined;
  let pauseMs = firstPause;
  let recoveredAt = Number.NEGATIVE_INFINITY;

  const forget = (at: number): void => {
    current = none;
    before = none;
    inRow = 0;
    halfBegan = at;
  };

  const fail = (cause: StoreUnavailable, at: number): void => {
    pauseMs = at - recoveredAt < relapseMs ? Math.min(pauseMs * 2, longestPause) : firstPause;
    failing = { cause, checkAt: at + pauseMs };
    forget(at);
  };

  const count = (failure: StoreUnavailable | undefined): void => {
    const at = now();
    const age = at - halfBegan;
    if (age >= windowMs / 2) {
      before = age < windowMs ? current : none;
      current = none;
      halfBegan = at;
    }
    current =
      failure === undefined
        ? { ...current, succeeded: current.succeeded + 1 }
        : { ...current, failed: current.failed + 1 };
    inRow = failure === undefined ? 0 : inRow + 1;
    if (failure === undefined || failing !== undefined) return;
    const failed = before.failed + current.failed;
    const succeeded = before.succeeded + current.succeeded;
    const isShare = failed >= fewestFailed && succeeded <= mostSucceededForEachFailed * failed;
    if (isShare || inRow >= fewestFailed) {
      fail(failure, at);
    }
  };

  const note = (outcome: E.Either<unknown, unknown>): void => {
    if (E.isRight(outcome)) count(undefined);
    else if (StoreFailure.is(outcome.left) && database.isOutage(outcome.left)) count(outcome.left);
  };

  const watched =
    <Err, A>(write: TE.TaskEither<Err, A>): TE.TaskEither<Err, A> =>
    () =>
      write().then((outcome) => {
        note(outcome);
        return outcome;
      });
  const watchedQuery =
    (query: Query): Query =>
    (sql, ...rest) =>
      isSelect(sql) ? query(sql, ...rest) : watched(query(sql, ...rest));
  const watchedTransaction =
    (transaction: Transaction): Transaction =>
    (work) =>
      watched(transaction(work));

  const check = checkWrites(database);
  const ready: TE.TaskEither<StoreUnavailable, void> = async () => {
    if (failing === undefined) return check(false)();
    if (now() < failing.checkAt) return E.left(failing.cause);
    const checked = await check(true)();
    const at = now();
    if (E.isRight(checked)) {
      failing = undefined;
      recoveredAt = at;
      forget(at);
    }
    return checked;
  };

  return {
    database: {
      ...database,
      query: watchedQuery(database.query),
      queryWithoutSync: watchedQuery(database.queryWithoutSync),
      change: (...statement) => watched(database.change(...statement)),
      changeWithoutSync: (...statement) => watched(database.changeWithoutSync(...statement)),
      transaction: watchedTransaction(database.transaction),
      sharing: (lock) => watchedTransaction(database.sharing(lock)),
    },
    ready: singleFlight(ready),
  };
};
