import { setTimeout as pause, setImmediate } from 'node:timers/promises';

// Most conditions hold after a few turns. What takes longer is often another process, which needs the core.
const turns = 50;

// Far above what a busy machine needs, so that only a condition that never holds ends by it.
const patienceMs = 300_000;

/** Waits until a condition holds. Throws in the end, so that the test process can exit. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + patienceMs;
  for (let tries = 1; !(await holds()); tries += 1) {
    if (performance.now() > end) throw new Error(`the condition did not hold: ${String(holds)}`);
    await (tries < turns ? setImmediate() : pause(2));
  }
};

/** Repeats an assertion until it passes. In the end, throws its last error. */
export const eventually = async (expectation: () => Promise<unknown>): Promise<void> => {
  const end = performance.now() + patienceMs;
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
