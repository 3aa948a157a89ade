/**
 * What goes wrong with a call, besides a decline: too many requests (429), a failure of the processor (500, nothing
 * done), no connection, a time-out before the work or after it (done, but the answer is lost), or a confirmation that
 * stays in `processing`.
 */
export const faultKinds = [
  'rate_limit',
  'server_error',
  'unreachable',
  'timeout_before',
  'timeout_after',
  'processing',
] as const;

/** What goes wrong with a call. A decline is named by its decline code or error code. */
export type Fault = { readonly decline: string } | (typeof faultKinds)[number];
