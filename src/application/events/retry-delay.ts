const firstSeconds = 5;
const factor = 2.5;
const longestSeconds = 24 * 60 * 60;

/**
 * How many seconds an event waits after its n-th try has failed, n from 1: 5, 13, 32, 79 ... and after the eleventh more than
 * twelve hours; never longer than a day. `random` (0 to 1) moves it by up to a quarter, so that what failed together does not
 * come back together.
 */
export const retryDelay = (attempt: number, random: number): number =>
  Math.ceil(Math.min(firstSeconds * factor ** (attempt - 1), longestSeconds) * (0.75 + random / 2));
