import { setImmediate } from 'node:timers/promises';
import { median } from './statistics.js';

/**
 * Times a step repeatedly, and returns the median in microseconds. Between two steps the event loop runs, as in a server: else a
 * round would count as one long block.
 */
export const medianMicros = async (
  count: number,
  step: (n: number) => Promise<() => Promise<unknown>>,
): Promise<number> => {
  const micros: Array<number> = [];
  for (let n = 0; n < count; n += 1) {
    const timed = await step(n);
    const begun = process.hrtime.bigint();
    await timed();
    micros.push(Number(process.hrtime.bigint() - begun) / 1000);
    await setImmediate();
  }
  return median(micros);
};

/** Runs a step for each number below the count, so many at a time. Returns the runs per second. */
export const ratePerSecond = async (
  count: number,
  inFlight: number,
  step: (n: number) => Promise<unknown>,
): Promise<number> => {
  const begun = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await step(next - 1);
      await setImmediate();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return count / ((performance.now() - begun) / 1000);
};
