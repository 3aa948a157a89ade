import type { OfficialDocument, Schema } from './official-document.js';

/** A schema with the document of its references. */
export type Shape = {
  readonly document: OfficialDocument;
  readonly schema: Schema;
  /** Its name in the document, if any. */
  readonly name?: string;
};

const prefix = '#/components/schemas/';

/** The alternatives of a schema, with references resolved. */
export const shapesOf = (shape: Shape): ReadonlyArray<Shape> => {
  const { document } = shape;
  const { $ref, anyOf } = shape.schema;
  if ($ref !== undefined) {
    const name = $ref.slice(prefix.length);
    const schema = document.components.schemas[name];
    if (schema === undefined) throw new Error(`${$ref} does not exist`);
    return shapesOf({ document, schema, name });
  }
  return anyOf?.flatMap((schema) => shapesOf({ document, schema })) ?? [shape];
};

const only = ({ const: constant, enum: values }: Schema): ReadonlyArray<unknown> => {
  if (constant !== undefined) return [constant];
  return values?.length === 1 ? values : [];
};

/** The required fields of an object that can have only one value, which tell it from other objects. */
export const tagsOf = ({
  properties = {},
  required = [],
}: Schema): ReadonlyArray<readonly [field: string, value: unknown]> =>
  Object.entries(properties).flatMap(([field, schema]) =>
    required.includes(field) ? only(schema).map((value) => [field, value] as const) : [],
  );

const isOf = (schema: Schema, name: string): boolean =>
  tagsOf(schema).some(([field, value]) => field === 'object' && value === name);

/** Objects that the documents at hand leave out. The types of the SDK check them (`test/sdk/types`). */
const undocumented: ReadonlySet<string> = new Set([
  'checkout.session',
  'confirmation_token',
  'item',
  'payment_method_configuration',
  'product',
  'shipping_rate',
]);

/** Finds the schema of an object by its name; one without constraints for an object that the documents leave out. */
export const objectSchema = (
  { components: { schemas } }: OfficialDocument,
  name: string,
): Schema => {
  if (undocumented.has(name)) return {};
  const found =
    schemas[name] ??
    Object.values(schemas).find((schema) => schema.properties && isOf(schema, name));
  if (found === undefined) throw new Error(`no schema is named ${name}`);
  return found;
};
