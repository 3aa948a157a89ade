import { setImmediate } from 'node:timers/promises';

/** Waits until something holds. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await setImmediate();
};
