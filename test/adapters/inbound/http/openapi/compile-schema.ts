import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../../../../src/domain/field.js';

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
});
ajv.addVocabulary(['components']);

/** Whether a JSON Schema takes a value. Its references lead into the components of `document`. */
export const compileSchema = (
  schema: JsonSchema,
  document: JsonSchema = {},
): ((value: unknown) => boolean) => {
  const validate = ajv.compile({ ...schema, components: document['components'] ?? {} });
  return (value) => validate(value);
};
