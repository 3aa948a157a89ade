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
