import { setTimeout } from 'node:timers/promises';

/** Waits some milliseconds, without keeping the process alive after a failed test. */
export const pause = (ms: number): Promise<void> => setTimeout(ms, undefined, { ref: false });
