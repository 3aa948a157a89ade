import type * as O from 'fp-ts/lib/Option.js';
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js';
import type { RequestFingerprint } from './idempotency-store.js';

/** Encrypts stored responses and hides requests, under one or more secrets that all instances share. */
export type IdempotencyCipher = {
  /** The text's fingerprint under each secret, the one of today first. */
  readonly fingerprints: (text: string) => ReadonlyNonEmptyArray<RequestFingerprint>;
  /** Seals with the secret of today, or with the one of this id; `none`: there is no secret with this id. */
  readonly seal: (text: string, secret?: string) => O.Option<string>;
  /** `none`: it was not sealed with any of the secrets. */
  readonly open: (sealed: string) => O.Option<string>;
};
