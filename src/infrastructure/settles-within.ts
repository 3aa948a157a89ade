import { setTimeout as sleep } from 'node:timers/promises';

// Node turns a longer delay into one millisecond, and warns about a negative one.
const longestMs = 2 ** 31 - 1;

/** Waits for a promise, but not longer than `ms` milliseconds. Resolves with whether the promise has settled. */
export const settlesWithin = async (something: Promise<unknown>, ms: number): Promise<boolean> => {
  const enough = new AbortController();
  const tooLate = sleep(Math.min(Math.max(ms, 0), longestMs), false, {
    signal: enough.signal,
  }).catch(() => false);
  const over = await Promise.race([something.then(() => true), tooLate]);
  enough.abort();
  return over;
};
