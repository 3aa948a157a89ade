/** A JSON object, or the parameters that a shop passed to a function. */
export type Fields = { readonly [name: string]: unknown };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a value; none if it has none. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** A text; absent if the value is something else or empty. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
