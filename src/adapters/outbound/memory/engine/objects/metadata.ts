/** A merchant's own notes on an object. */
export type Metadata = { readonly [key: string]: string };
