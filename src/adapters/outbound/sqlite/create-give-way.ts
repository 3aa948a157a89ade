import { setTimeout as delay } from 'node:timers/promises';

// Milliseconds.
const longestRun = 20;
const idle = 2;

/**
 * Lets other processes in between: SQLite has no queue for its lock, so who writes one thing right after the other would
 * keep it. `giveWay` comes before what locks the file, `done` after it.
 */
export const createGiveWay = (): {
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
