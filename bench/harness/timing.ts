import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Latency } from './benchmark.js';
import { median, quantile } from './statistics.js';

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

/** Begins a step at a steady rate, whether or not the earlier ones have ended. Their times count from when they were due. */
export const latencyAtRate = async (
  count: number,
  perSecond: number,
  step: (n: number) => Promise<unknown>,
): Promise<Latency> => {
  const latencies: Array<number> = [];
  const running: Array<Promise<unknown>> = [];
  const begun = performance.now();
  const runAt = async (n: number): Promise<void> => {
    const dueAt = begun + (n / perSecond) * 1000;
    await step(n);
    latencies.push(performance.now() - dueAt);
  };
  while (running.length < count) {
    const due = Math.min(count, Math.ceil(((performance.now() - begun) / 1000) * perSecond));
    while (running.length < due) running.push(runAt(running.length));
    await setTimeout(1);
  }
  await Promise.all(running);
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
};
