import { setTimeout as sleep } from 'node:timers/promises';

// Node takes what is longer for one millisecond, and warns of what is less than none.
const longestMs = 2 ** 31 - 1;

/** Waits for something no longer than this; whether it is over then. */
export const settlesWithin = async (something: Promise<unknown>, ms: number): Promise<boolean> => {
  const enough = new AbortController();
  const tooLate = sleep(Math.min(Math.max(ms, 0), longestMs), false, {
    signal: enough.signal,
  }).catch(() => false);
  const over = await Promise.race([something.then(() => true), tooLate]);
  enough.abort();
  return over;
};
