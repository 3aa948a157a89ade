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
