/**
 * What goes wrong with a call: the card is declined (by decline code or error code), too many requests (429), a
 * failure of the processor (500, nothing done), no connection, a time-out before the work or after it (done, but the
 * answer is lost), or a confirmation that stays in `processing`.
 */
export type Fault =
  | { readonly decline: string }
  | 'rate_limit'
  | 'server_error'
  | 'unreachable'
  | 'timeout_before'
  | 'timeout_after'
  | 'processing';
