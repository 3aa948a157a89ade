import type { OfficialDocument, Schema } from './official-document.js';
import { tagsOf } from './tags-of.js';

const isOf = (schema: Schema, name: string): boolean =>
  tagsOf(schema).some(([field, value]) => field === 'object' && value === name);

/** What a document says about an object of this name. */
export const objectSchema = (
  { components: { schemas } }: OfficialDocument,
  name: string,
): Schema => {
  const found =
    schemas[name] ??
    Object.values(schemas).find((schema) => schema.properties && isOf(schema, name));
  if (found === undefined) throw new Error(`nothing about ${name}`);
  return found;
};
