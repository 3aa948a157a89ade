import type * as O from 'fp-ts/lib/Option.js';

/** What hides that which is kept under idempotency keys. Its secret is the service's: all instances share it. */
export type IdempotencyCipher = {
  /** The same 64 characters for the same text, whatever the secret. */
  readonly digest: (text: string) => string;
  /** The same text for the same text; without the secret of no use to find out which. */
  readonly fingerprint: (text: string) => string;
  readonly seal: (text: string) => string;
  /** `none`: it was not sealed with this secret. */
  readonly open: (sealed: string) => O.Option<string>;
};
