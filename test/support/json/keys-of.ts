/** The keys of a record, under their own type. */
export const keysOf = <K extends string>(
  record: { readonly [key in K]: unknown },
): ReadonlyArray<K> => Object.keys(record).filter((key): key is K => key in record);
