import { setTimeout as pause } from 'node:timers/promises';

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
