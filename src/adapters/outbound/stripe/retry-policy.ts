/**
 * The pause before a retry in milliseconds, as Stripe's SDK has it: it doubles with each retry up to ten times the base,
 * of which chance (0 to 1) takes away at most half, and never is shorter than the base.
 */
export const retryPauseMs = (baseMs: number, retry: number, chance: number): number =>
  Math.max(baseMs, Math.min(baseMs * 2 ** (retry - 1), baseMs * 10) * 0.5 * (1 + chance));

/** How often something is tried again, and after which first pause. */
export type RetryPolicy = { readonly maxRetries: number; readonly retryDelayMs: number };

/** How long a call may take: its attempts, and the pauses between them. */
export type CallPolicy = RetryPolicy & { readonly timeoutMs: number };

/** How a call is made that says nothing else about it. */
export const defaultCallPolicy: CallPolicy = {
  maxRetries: 2,
  retryDelayMs: 500,
  timeoutMs: 30_000,
};

/** How many milliseconds the look-up of a lost answer may take: half of the time-out of an attempt. */
export const lookUpTimeoutMs = ({ timeoutMs }: Pick<CallPolicy, 'timeoutMs'>): number =>
  Math.ceil(timeoutMs / 2);

const longestPauseMs = (retryDelayMs: number, retry: number): number =>
  retryDelayMs * Math.max(1, Math.min(2 ** (retry - 1), 10));

/** How many milliseconds a call may take with everything that belongs to it: attempts, pauses, look-ups. */
export const longestCallMs = (rules: CallPolicy): number => {
  const { maxRetries, retryDelayMs, timeoutMs } = rules;
  const pauses = Array.from({ length: maxRetries }, (_, retry) =>
    longestPauseMs(retryDelayMs, retry + 1),
  );
  return pauses.reduce(
    (sum, pause) => sum + pause,
    timeoutMs * (1 + maxRetries) + lookUpTimeoutMs(rules),
  );
};
