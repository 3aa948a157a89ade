/** Where events and idempotency keys are kept. */
export type StoreConfig =
  | { readonly kind: 'memory' }
  /** SQLite. `path`: the file; what is missing of its folders is made. */
  | { readonly kind: 'file'; readonly path: string }
  /** `url` may hold a password. `poolSize`: how many connections there are at most, beside one that listens. */
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number };
