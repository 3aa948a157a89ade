/** SHA-256 of a text, as hexadecimal digits. */
export type Digest = (text: string) => string;

/**
 * The names by which an operation and its call of the processor go into derived keys. They never change, whatever becomes of
 * the names of the functions: under another name a request in doubt would be done again.
 */
export type StableNames = {
  readonly operation: string;
  /** `null`: it asks nothing of the processor. */
  readonly call: string | null;
};

/**
 * The key for the processor that a caller's key leads to, by a hash without a secret: whoever takes over sends the same one,
 * even when the store was lost. `namespace` keeps deployments apart that share an account of the processor; '' is none.
 */
export const derivedKeyOf = (
  digest: Digest,
  namespace: string,
  { scope, key }: { readonly scope: string; readonly key: string },
  { operation, call }: StableNames,
): string =>
  digest(JSON.stringify([...(namespace === '' ? [] : [namespace]), scope, key, operation, call]));

/** The processor's key of one call of a request: the derived key for the request's main call, else a key made from it. */
export const keyOfCall =
  (digest: Digest) =>
  ({ derivedKey }: { readonly derivedKey: string }, known: string | null, call: string): string =>
    call === known ? derivedKey : digest(JSON.stringify([derivedKey, call]));
