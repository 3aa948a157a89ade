import type { OfficialDocument, Schema } from './official-document.js';

/** A schema with the document that its references lead into. */
export type Shape = {
  readonly document: OfficialDocument;
  readonly schema: Schema;
  /** Its name there, where it has one. */
  readonly name?: string;
};

const prefix = '#/components/schemas/';

/** The alternatives that a schema has, references followed. */
export const shapesOf = (shape: Shape): ReadonlyArray<Shape> => {
  const { document } = shape;
  const { $ref, anyOf } = shape.schema;
  if ($ref !== undefined) {
    const name = $ref.slice(prefix.length);
    const schema = document.components.schemas[name];
    if (schema === undefined) throw new Error(`${$ref} leads nowhere`);
    return shapesOf({ document, schema, name });
  }
  return anyOf?.flatMap((schema) => shapesOf({ document, schema })) ?? [shape];
};

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
