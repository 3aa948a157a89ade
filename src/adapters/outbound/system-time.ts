import * as T from 'fp-ts/lib/Task.js';
import type { Clock } from '../../application/ports/clock.js';
import type { SetRepeating, Sleep } from '../../application/ports/timers.js';

/** The machine's time, in Unix seconds. */
export const systemClock: Clock = () => Math.floor(Date.now() / 1000);

/** By the machine's time. It keeps no process alive. */
export const systemSetRepeating: SetRepeating = (milliseconds, task) => () => {
  const timer = setInterval(() => void task(), milliseconds).unref();
  return () => clearInterval(timer);
};

/** Lets the machine's time pass. */
export const systemSleep: Sleep = (milliseconds) => T.delay(milliseconds)(T.of(undefined));
