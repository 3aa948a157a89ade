import type * as T from 'fp-ts/lib/Task.js';

/** A task that runs once for all who ask for it while it runs: how often it does is not theirs to say. */
export const singleFlight = <A>(task: T.Task<A>): T.Task<A> => {
  let running: Promise<A> | undefined;
  return () => {
    running ??= task().finally(() => {
      running = undefined;
    });
    return running;
  };
};
