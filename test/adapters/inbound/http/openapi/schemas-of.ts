import type { JsonSchema } from '../../../../../src/domain/field.js';

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every schema that a document gives to something: whatever stands under the key `schema`, and the components. */
export const schemasOf = (value: unknown): ReadonlyArray<JsonSchema> => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'schema' && isSchema(inner)) return [inner];
    if (key === 'schemas' && isSchema(inner)) return Object.values(inner).filter(isSchema);
    return schemasOf(inner);
  });
};
