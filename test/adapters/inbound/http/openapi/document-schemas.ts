import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../../../../src/domain/input/field.js';

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
});
ajv.addVocabulary(['components']);

/** Compiles a JSON Schema to a check of values. Its references point to the components of `document`. */
export const compileSchema = (
  schema: JsonSchema,
  document: JsonSchema = {},
): ((value: unknown) => boolean) => {
  const validate = ajv.compile({ ...schema, components: document['components'] ?? {} });
  return (value) => validate(value);
};

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every schema of a document: those under a key `schema`, and the components. */
export const schemasOf = (value: unknown): ReadonlyArray<JsonSchema> => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'schema' && isSchema(inner)) return [inner];
    if (key === 'schemas' && isSchema(inner)) return Object.values(inner).filter(isSchema);
    return schemasOf(inner);
  });
};

/** An operation of an OpenAPI document, with its method and path. */
type DocumentedOperation = {
  readonly method: string;
  readonly path: string;
  readonly operation: unknown;
};

const entriesOf = (value: unknown): ReadonlyArray<[string, unknown]> =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** All operations of an OpenAPI document. */
export const operationsOf = (document: {
  readonly [key: string]: unknown;
}): ReadonlyArray<DocumentedOperation> =>
  entriesOf(document['paths']).flatMap(([path, item]) =>
    entriesOf(item).map(([method, operation]) => ({ method, path, operation })),
  );
