/** What a whole number may be, both ends included, and what it is by itself. */
export type Bounds = { readonly from: number; readonly to: number; readonly fallback: number };
