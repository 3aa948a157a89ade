/** How often something is tried again, and after which first pause. */
export type RetryRules = { readonly maxRetries: number; readonly retryDelayMs: number };

/** How long a call may take: its attempts, and the pauses between them. */
export type CallRules = RetryRules & { readonly timeoutMs: number };

/** How a call is made that says nothing else about it. */
export const usualCallRules: CallRules = { maxRetries: 2, retryDelayMs: 500, timeoutMs: 30_000 };

/** How many milliseconds the look-up of a lost answer may take: half of the time-out of an attempt. */
export const lookUpBoundMs = ({ timeoutMs }: Pick<CallRules, 'timeoutMs'>): number =>
  Math.ceil(timeoutMs / 2);

const longestPauseMs = (retryDelayMs: number, retry: number): number =>
  retryDelayMs * Math.max(1, Math.min(2 ** (retry - 1), 10));

/** How many milliseconds a call may take with everything that belongs to it: attempts, pauses, look-ups. */
export const longestCallMs = (rules: CallRules): number => {
  const { maxRetries, retryDelayMs, timeoutMs } = rules;
  const pauses = Array.from({ length: maxRetries }, (_, retry) =>
    longestPauseMs(retryDelayMs, retry + 1),
  );
  return pauses.reduce(
    (sum, pause) => sum + pause,
    timeoutMs * (1 + maxRetries) + lookUpBoundMs(rules),
  );
};
