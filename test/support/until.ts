import { setImmediate } from 'node:timers/promises';

/** Waits until something holds. What never does fails in the end, so that the process of its test can end too. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('what was waited for did not happen');
    await setImmediate();
  }
};
