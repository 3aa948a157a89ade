import * as T from 'fp-ts/lib/Task.js';
import type { Clock } from '../../application/ports/clock.js';
import type { SetRepeating, Sleep } from '../../application/ports/timers.js';

/** The system's time, in Unix seconds. */
export const systemClock: Clock = () => Math.floor(Date.now() / 1000);

/** Repeats a task with a timer that does not keep the process alive. */
export const systemSetRepeating: SetRepeating = (milliseconds, task) => () => {
  const timer = setInterval(() => void task(), milliseconds).unref();
  return () => clearInterval(timer);
};

/** Sleeps with a timer. */
export const systemSleep: Sleep = (milliseconds) => T.delay(milliseconds)(T.of(undefined));
