/** Sizes of a day. Times in seconds. */
export const sizesOf = ({ quick = false, minutes } = {}) => ({
  buyers: quick ? 2 : 4,
  restarts: quick ? 1 : 2,
  quiet: quick ? 2 : 10,
  outage: quick ? 5 : 20,
  withoutProcessor: 60 * (minutes ?? (quick ? 0.5 : 10)),
  events: quick ? 500 : 20_000,
  keys: quick ? 2000 : 100_000,
  capacity: quick ? 2 : 20,
});
