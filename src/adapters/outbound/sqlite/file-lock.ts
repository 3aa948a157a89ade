import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as t from 'io-ts';
import type { StoreUnavailable } from '../../../domain/payment-error.js';

// Milliseconds.
const usualPatience = 5000;
const longestPause = 5;

const Coded = t.type({ code: t.string });

const isBusy = ({ cause }: StoreUnavailable): boolean =>
  Coded.is(cause) && cause.code.startsWith('SQLITE_BUSY');

/**
 * Does something as soon as nobody else has the file locked. When that takes longer than five seconds it says that somebody
 * has; with `waiting` it calls that, and waits on. SQLite could wait by itself, but the whole process with it.
 */
export const retryWhileBusy = async <A>(
  attempt: () => E.Either<StoreUnavailable, A>,
  waiting?: IO.IO<void>,
  patience = usualPatience,
): Promise<E.Either<StoreUnavailable, A>> => {
  const start = performance.now();
  let outcome = attempt();
  while (E.isLeft(outcome) && isBusy(outcome.left) && performance.now() - start < patience) {
    await delay(1 + Math.random() * longestPause);
    outcome = attempt();
  }
  if (waiting === undefined || E.isRight(outcome) || !isBusy(outcome.left)) return outcome;
  waiting();
  return retryWhileBusy(attempt, () => undefined, Infinity);
};

// Milliseconds.
const longestRun = 20;
const idle = 2;

/**
 * Lets other processes in between: SQLite has no queue for its lock, so who writes one thing right after the other would
 * keep it. `giveWay` comes before what locks the file, `done` after it.
 */
export const createLockYielder = (): {
  readonly giveWay: () => Promise<void>;
  readonly done: () => void;
} => {
  let since = 0;
  let ended = 0;
  return {
    giveWay: async () => {
      const now = performance.now();
      if (now - ended > idle) since = now;
      if (now - since < longestRun) return;
      await delay(1);
      since = performance.now();
    },
    done: () => {
      ended = performance.now();
    },
  };
};
