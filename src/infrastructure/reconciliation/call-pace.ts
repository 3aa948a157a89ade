/** Lets calls begin at most so often a second, evenly; without a rate, at once. */
export const createCallPace = ({
  rate,
  now,
  pause,
}: {
  /** Calls a second. */
  readonly rate: number | undefined;
  /** Milliseconds. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}): (() => Promise<void>) => {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    if (rate === undefined) return;
    const at = Math.max(next, now());
    next = at + 1000 / rate;
    const wait = at - now();
    if (wait > 0) await pause(wait);
  };
};
