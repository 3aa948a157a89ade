/** Where events and idempotency keys are kept. */
export type StoreConfig =
  | { readonly kind: 'memory' }
  /** SQLite. `path`: the file; what is missing of its folders is made. */
  | { readonly kind: 'file'; readonly path: string }
  /** `url` may hold a password. */
  | { readonly kind: 'postgres'; readonly url: string };
