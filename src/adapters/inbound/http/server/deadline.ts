import { createArrivals } from './arrivals.js';

/** Something that has a time limit. */
type Waiting = {
  /** By `performance.now()`. */
  readonly arrivedAt: number;
};

/** A time limit of requests. */
export type Deadline<R extends Waiting> = {
  readonly add: (request: R) => void;
  /** Does nothing for a request that was late. */
  readonly remove: (request: R) => void;
};

// In milliseconds. A timer for each request would cost more than the rest of the deadline.
const coarseness = 250;

/** Calls `onLate` for each request that is not removed within `limitMs`, at most a quarter of a second later. */
export const createDeadline = <R extends Waiting>(
  limitMs: number,
  onLate: (request: R) => void,
): Deadline<R> => {
  const waiting = createArrivals<R>();
  let timer: NodeJS.Timeout | undefined;

  const sweep = (): void => {
    timer = undefined;
    const latest = performance.now() - limitMs;
    for (const request of waiting.all()) {
      if (request.arrivedAt > latest) break;
      waiting.remove(request);
      onLate(request);
    }
    if (waiting.count() > 0) wake();
  };

  const wake = (): void => {
    timer ??= setTimeout(sweep, Math.min(limitMs, coarseness)).unref();
  };

  return {
    add: (request) => {
      waiting.add(request);
      wake();
    },
    remove: waiting.remove,
  };
};
