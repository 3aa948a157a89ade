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
