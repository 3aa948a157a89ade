// In milliseconds.
const minute = 60_000;

/**
 * Lets one of many equal log lines pass in a minute. Returns for each line how many it stands for, itself and those since the
 * last that passed; 0: it does not pass. `now`: milliseconds.
 */
export const createMinuteLimit = (now: () => number = () => performance.now()): (() => number) => {
  let waiting = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  return () => {
    waiting += 1;
    if (now() < nextAt) return 0;
    const times = waiting;
    waiting = 0;
    nextAt = now() + minute;
    return times;
  };
};
