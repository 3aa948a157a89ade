/**
 * What goes wrong with a call, besides a decline: too many requests (429), a failure of the processor (500, nothing
 * done), no connection, a time-out before the work or after it (done, but the answer is lost), an answer whose
 * connection breaks halfway (done too), or a confirmation that stays in `processing`.
 */
export const faultKinds = [
  'rate_limit',
  'server_error',
  'unreachable',
  'timeout_before',
  'timeout_after',
  'cut_short',
  'processing',
] as const;

/**
 * What goes wrong with a call. A decline is named by its decline code or error code; a delay, in milliseconds, holds the
 * answer back once the work is done.
 */
export type Fault =
  | (typeof faultKinds)[number]
  | { readonly decline: string }
  | { readonly delay: number };
