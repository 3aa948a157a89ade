/** A processor object, seen as plain JSON. */
export type JsonObject = { readonly [field: string]: unknown };
