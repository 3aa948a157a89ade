import type * as O from 'fp-ts/lib/Option.js';
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js';
import type { RequestFingerprint } from './idempotency-store.js';

/** Encrypts stored responses and hides requests, under one or more secrets that all instances share. */
export type IdempotencyCipher = {
  /** The fingerprint of a text under each secret. The current secret comes first. */
  readonly fingerprints: (text: string) => ReadonlyNonEmptyArray<RequestFingerprint>;
  /** Encrypts with the current secret, or with the secret of this id. `none`: no secret has this id. */
  readonly seal: (text: string, secret?: string) => O.Option<string>;
  /** Decrypts. `none`: none of the secrets encrypted it. */
  readonly open: (sealed: string) => O.Option<string>;
};
