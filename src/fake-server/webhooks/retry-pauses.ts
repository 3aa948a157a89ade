const minute = 60;
const hour = 60 * minute;

/** After each failed try, how long it is until the next one: about three days in all. Seconds. */
export const retryPauses: ReadonlyArray<number> = [
  5,
  30,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  ...[12, 12, 12, 12, 6].map((hours) => hours * hour),
];

// So that what failed together is not tried again together.
const jitter = 0.2;

/** How long it is from a failed try until the next one, in seconds; `null`: there is none. `random`: from 0 to 1. */
export const pauseAfter = (
  attempt: number,
  pauses: ReadonlyArray<number>,
  random: number,
): number | null => {
  const pause = pauses[attempt - 1];
  return pause === undefined ? null : pause * (1 - jitter * random);
};
