import { setTimeout as pause, setImmediate } from 'node:timers/promises';

/** Waits until a condition holds. Throws after a minute, so that the test process can exit. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('the condition did not hold within 60 seconds');
    await setImmediate();
  }
};

/** Repeats an assertion until it passes. After the time limit, throws its last error. */
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
