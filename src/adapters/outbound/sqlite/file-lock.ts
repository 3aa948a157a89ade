import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as t from 'io-ts';
import type { StoreUnavailable } from '../../../domain/payment-error.js';

// In milliseconds.
const defaultPatience = 5000;
const shortestPatience = 250;
const longestPause = 5;

const Coded = t.type({ code: t.string });

/** Whether another process has the file locked. */
export const isBusy = ({ cause }: StoreUnavailable): boolean =>
  Coded.is(cause) && cause.code.startsWith('SQLITE_BUSY');

/**
 * Tries again while another process has the file locked, for five seconds; with `waiting`, it then calls that and keeps
 * trying. SQLite could wait by itself, but would block the whole process.
 */
export const retryWhileBusy = async <A>(
  attempt: () => E.Either<StoreUnavailable, A>,
  waiting?: IO.IO<void>,
  patience = defaultPatience,
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

/** How long work waits for a locked file. */
type LockPatience = {
  /** The patience of work that was asked for at a moment (`performance.now()`), in milliseconds, 0 or less for none. */
  readonly left: (askedAt: number) => number;
  /** Tells whether the file was found locked. */
  readonly saw: (locked: boolean) => void;
};

/**
 * Work waits `patience` milliseconds, counted from when it was asked for: its time in the queue behind other waiting work counts
 * too. Once the file has been locked for so long, further work fails soon.
 */
export const createLockPatience = (patience = defaultPatience): LockPatience => {
  let lockedSince: number | undefined;
  return {
    left: (askedAt) => {
      const now = performance.now();
      const until = askedAt + patience;
      const soon = Math.max((lockedSince ?? now) + patience, askedAt + shortestPatience);
      return Math.min(until, soon) - now;
    },
    saw: (locked) => {
      lockedSince = locked ? (lockedSince ?? performance.now()) : undefined;
    },
  };
};

// In milliseconds.
const longestRun = 20;
const idleTime = 2;

/**
 * Lets other processes have the lock: SQLite has no queue for it, so that a process with many writes would never release it for
 * long enough. Call `yieldLock` before locking the file, and `unlocked` after it.
 */
export const createLockYielder = (): {
  readonly yieldLock: () => Promise<void>;
  readonly unlocked: () => void;
} => {
  let runStart = 0;
  let lastUnlock = 0;
  return {
    yieldLock: async () => {
      const now = performance.now();
      if (now - lastUnlock > idleTime) runStart = now;
      if (now - runStart < longestRun) return;
      await delay(1);
      runStart = performance.now();
    },
    unlocked: () => {
      lastUnlock = performance.now();
    },
  };
};
