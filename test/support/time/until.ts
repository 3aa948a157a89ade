import { setTimeout as pause, setImmediate } from 'node:timers/promises';

/** Waits until something holds. What never does fails in the end, so that the process of its test can end too. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('what was waited for did not happen');
    await setImmediate();
  }
};

/** Waits until what is expected holds; what it says when it never does is what it said last. */
export const eventually = async (
  expectation: () => Promise<unknown>,
  withinMs = 5000,
): Promise<void> => {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(5);
  }
};
