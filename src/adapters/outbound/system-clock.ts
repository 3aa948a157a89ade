import type { Clock } from '../../application/ports/clock.js';

/** The machine's time, in Unix seconds. */
export const systemClock: Clock = () => Math.floor(Date.now() / 1000);
