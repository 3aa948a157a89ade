import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something no longer than this; whether it is over then. */
export const isOver = async (something: Promise<unknown>, ms: number): Promise<boolean> => {
  const enough = new AbortController();
  const tooLate = sleep(ms, false, { signal: enough.signal }).catch(() => false);
  const over = await Promise.race([something.then(() => true), tooLate]);
  enough.abort();
  return over;
};
