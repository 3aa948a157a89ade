import { describeCause } from '../../application/describe-cause.js';

/** What a check of the doctor found. */
export type Finding = {
  /** What was checked: `store`, `processor`... */
  readonly check: string;
  readonly level: 'ok' | 'warning' | 'error';
  readonly message: string;
  /** What to do; absent where nothing is to be done, or where the message says it. */
  readonly advice?: string;
};

type Advice = readonly [advice?: string];

const adviceOf = ([advice]: Advice): Pick<Finding, 'advice'> =>
  advice === undefined ? {} : { advice };

/** Findings of one check. */
export const findingsOf = (check: string) => ({
  ok: (message: string): Finding => ({ check, level: 'ok', message }),
  warning: (message: string, ...advice: Advice): Finding => ({
    check,
    level: 'warning',
    message,
    ...adviceOf(advice),
  }),
  error: (message: string, ...advice: Advice): Finding => ({
    check,
    level: 'error',
    message,
    ...adviceOf(advice),
  }),
});

/** Why there was no response: what `fetch` throws says nothing, and its cause says it. */
export const reasonOf = (cause: unknown): string =>
  cause instanceof Error && cause.cause instanceof Error
    ? describeCause(cause.cause)
    : describeCause(cause);
