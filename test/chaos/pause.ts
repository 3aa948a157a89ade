import { setTimeout } from 'node:timers/promises';

/** Some milliseconds. A test that has failed does not keep the run alive by what it still waits for. */
export const pause = (ms: number): Promise<void> => setTimeout(ms, undefined, { ref: false });
