import { describeCause } from '../../application/describe-cause.js';

/** The result of one check of the doctor. */
export type Finding = {
  /** The part that was checked: `store`, `processor`... */
  readonly check: string;
  readonly level: 'ok' | 'warning' | 'error';
  readonly message: string;
  /** The advice; absent where there is nothing to do, or where the message says it. */
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

/** Whether a server that speaks HTTP was called with https. */
export const isHttpsToHttp = (cause: unknown): boolean =>
  /wrong version number|packet length too long/i.test(reasonOf(cause));

/** Why there was no response: what `fetch` throws says nothing, and its cause says it. */
export const reasonOf = (cause: unknown): string =>
  cause instanceof Error && cause.cause instanceof Error
    ? describeCause(cause.cause)
    : describeCause(cause);
