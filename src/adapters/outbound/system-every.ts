import type { Every } from '../../application/ports/every.js';

/** By the machine's time. It keeps no process alive. */
export const systemEvery: Every = (milliseconds, task) => () => {
  const timer = setInterval(() => void task(), milliseconds).unref();
  return () => clearInterval(timer);
};
