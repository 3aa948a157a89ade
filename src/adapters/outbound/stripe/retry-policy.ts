/**
 * The pause before a retry in milliseconds, computed like the SDK's: it doubles with each retry, up to ten times `baseMs`.
 * `chance` (0 to 1) shortens it by up to half, but never below `baseMs`. The first retry is 1.
 */
export const retryPauseMs = (baseMs: number, retry: number, chance: number): number =>
  Math.max(baseMs, Math.min(baseMs * 2 ** (retry - 1), baseMs * 10) * 0.5 * (1 + chance));

/** The number of retries, and the pause before the first retry in milliseconds. */
export type RetryPolicy = { readonly maxRetries: number; readonly retryDelayMs: number };

/** How a call is retried, and how long each attempt may take. */
export type CallPolicy = RetryPolicy & { readonly timeoutMs: number };

/** The default values. */
export const defaultCallPolicy: CallPolicy = {
  maxRetries: 2,
  retryDelayMs: 500,
  timeoutMs: 30_000,
};

/** The time limit for looking up the outcome of a lost response: half of an attempt's time-out. */
export const lookUpTimeoutMs = ({ timeoutMs }: Pick<CallPolicy, 'timeoutMs'>): number =>
  Math.ceil(timeoutMs / 2);

/** How long a call may take at most: all of its attempts, the pauses between them, and the look-up. */
export const longestCallMs = (policy: CallPolicy): number => {
  const { maxRetries, retryDelayMs, timeoutMs } = policy;
  const pauses = Array.from({ length: maxRetries }, (_, index) =>
    retryPauseMs(retryDelayMs, index + 1, 1),
  );
  return pauses.reduce(
    (sum, pause) => sum + pause,
    timeoutMs * (1 + maxRetries) + lookUpTimeoutMs(policy),
  );
};
