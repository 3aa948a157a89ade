import { setTimeout as pause, setImmediate } from 'node:timers/promises';

// Most conditions hold after a few turns. What takes longer is often another process, which needs the core.
const turns = 50;

/** Waits until a condition holds. Throws after a minute, so that the test process can exit. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + 60_000;
  for (let tries = 1; !(await holds()); tries += 1) {
    if (performance.now() > end) throw new Error('the condition did not hold within 60 seconds');
    await (tries < turns ? setImmediate() : pause(2));
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
