/** Limits how many calls are in progress at the same time, and how many wait for their turn. */
type Bulkhead = {
  /** Takes a place; `false` if there is none in time, or too many wait already. A free place is given at once. */
  readonly enter: () => true | Promise<boolean>;
  /** Gives a place to the call that has waited longest. */
  readonly leave: () => void;
};

type Limits = {
  readonly maxCalls: number;
  readonly maxWaiting: number;
  /** How long a call waits at most, in milliseconds. */
  readonly waitMs: number;
};

type Waiting = () => void;

/** A bulkhead in which all places are free. */
export const createBulkhead = ({ maxCalls, maxWaiting, waitMs }: Limits): Bulkhead => {
  let inProgress = 0;
  // In the order in which they came.
  const queue = new Set<Waiting>();

  const wait = (): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        queue.delete(next);
        resolve(false);
      }, waitMs);
      const next: Waiting = () => {
        clearTimeout(timer);
        resolve(true);
      };
      queue.add(next);
    });

  return {
    enter: () => {
      if (inProgress < maxCalls) {
        inProgress += 1;
        return true;
      }
      return queue.size < maxWaiting ? wait() : Promise.resolve(false);
    },
    leave: () => {
      const [next] = queue;
      if (next === undefined) {
        inProgress -= 1;
        return;
      }
      queue.delete(next);
      next();
    },
  };
};
