/** The same fields, so that editors show them and not how they came about. */
export type Plain<T> = T extends infer P ? { readonly [K in keyof P]: P[K] } : never;
