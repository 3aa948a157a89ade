const minute = 60;
const hour = 60 * minute;

/** Seconds to wait after each failed attempt: about three days in all. */
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

// Spreads the attempts of events that failed together.
const jitter = 0.2;

/** Seconds to wait after a failed attempt; `null`: it was the last one. `random`: from 0 to 1. */
export const pauseAfter = (
  attempt: number,
  pauses: ReadonlyArray<number>,
  random: number,
): number | null => {
  const pause = pauses[attempt - 1];
  return pause === undefined ? null : pause * (1 - jitter * random);
};
