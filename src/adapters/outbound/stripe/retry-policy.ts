/**
 * The pause before a retry in milliseconds, computed like the SDK's: it doubles with each retry, up to ten times `baseMs`.
 * `chance` (0 to 1) shortens it by up to half, but never below `baseMs`. The first retry is 1.
 */
export const retryPauseMs = (baseMs: number, retry: number, chance: number): number =>
  Math.max(baseMs, Math.min(baseMs * 2 ** (retry - 1), baseMs * 10) * 0.5 * (1 + chance));

/** The number of retries, and the pause before the first retry in milliseconds. */
export type RetryPolicy = { readonly maxRetries: number; readonly retryDelayMs: number };

/** How a call is retried, how long each attempt may take, and how long all of it. */
export type CallPolicy = RetryPolicy & {
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
};

/** The largest `totalTimeoutMs`. */
export const longestTotalMs = 7_200_000;

/** The default values. */
export const defaultCallPolicy: CallPolicy = {
  maxRetries: 2,
  retryDelayMs: 500,
  timeoutMs: 30_000,
  totalTimeoutMs: 20_000,
};

/**
 * The time limit for looking up the outcome of a lost response: half of an attempt's time-out, and at most a third of the time for the
 * whole call.
 */
export const lookUpTimeoutMs = ({
  timeoutMs,
  totalTimeoutMs,
}: Pick<CallPolicy, 'timeoutMs' | 'totalTimeoutMs'>): number =>
  Math.ceil(Math.min(timeoutMs / 2, totalTimeoutMs / 3));

/** How long the attempts of a call may take, so that the time for its look-up remains. */
export const attemptsTimeoutMs = (policy: CallPolicy): number =>
  Math.max(1, policy.totalTimeoutMs - lookUpTimeoutMs(policy));

/** How long a call may take at most: all of its attempts, the pauses between them, and the look-up. */
export const longestCallMs = (policy: CallPolicy): number => {
  const { maxRetries, retryDelayMs, timeoutMs } = policy;
  const pauses = Array.from({ length: maxRetries }, (_, index) =>
    retryPauseMs(retryDelayMs, index + 1, 1),
  );
  const attempts = pauses.reduce((sum, pause) => sum + pause, timeoutMs * (1 + maxRetries));
  return Math.min(attempts, attemptsTimeoutMs(policy)) + lookUpTimeoutMs(policy);
};
