import type * as T from 'fp-ts/lib/Task.js';

/** Concurrent callers share one run of the task. */
export const singleFlight = <A>(task: T.Task<A>): T.Task<A> => {
  let running: Promise<A> | undefined;
  return () => {
    running ??= task().finally(() => {
      running = undefined;
    });
    return running;
  };
};
