import type { SetRepeating } from '../../application/ports/timers.js';

/** By the machine's time. It keeps no process alive. */
export const systemEvery: SetRepeating = (milliseconds, task) => () => {
  const timer = setInterval(() => void task(), milliseconds).unref();
  return () => clearInterval(timer);
};
