import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { jsonSchemaWriter } from './json-schema-writer.js';
import type { OfficialDocument, Schema } from './official-document.js';
import { placeOf } from './place-of.js';

// Which branch was meant is said by the complaints about the branch itself.
const saysNothing = ({ keyword }: ErrorObject): boolean => keyword === 'if';

/** What a value has that a schema of a document does not allow, each complaint with its place. */
export type SchemaChecker = (schema: Schema, value: unknown) => ReadonlyArray<string>;

/** Checks against the schemas of a document; `gives` holds the names of the objects that may be in an answer. */
export const schemaChecker = (
  document: OfficialDocument,
  gives: ReadonlySet<unknown>,
): SchemaChecker => {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
  });
  const write = jsonSchemaWriter(document, gives, (name, schema) => ajv.addSchema(schema, name));
  const compiled = new Map<Schema, ValidateFunction>();
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(write(schema));
    compiled.set(schema, validate);
    validate(value);
    return (validate.errors ?? [])
      .filter((error) => !saysNothing(error))
      .map(({ instancePath, message = '' }) => `${placeOf(value, instancePath)} ${message}`);
  };
};
