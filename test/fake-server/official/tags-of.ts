import type { Schema } from './official-document.js';

const only = ({ const: constant, enum: values }: Schema): ReadonlyArray<unknown> => {
  if (constant !== undefined) return [constant];
  return values?.length === 1 ? values : [];
};

/** What tells an object from others: the fields that it must have, with the one value that they can have. */
export const tagsOf = ({
  properties = {},
  required = [],
}: Schema): ReadonlyArray<readonly [field: string, value: unknown]> =>
  Object.entries(properties).flatMap(([field, schema]) =>
    required.includes(field) ? only(schema).map((value) => [field, value] as const) : [],
  );
