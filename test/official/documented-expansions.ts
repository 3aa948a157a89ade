import type { OfficialDocument, Schema } from './official-document.js';
import { type Shape, shapesOf, tagsOf } from './shapes-of.js';

const nameOf = ({ schema }: Shape): unknown =>
  tagsOf(schema).find(([field]) => field === 'object')?.[1];

/**
 * The fields of an object in which a document shows one of these objects instead of an id, or a list of them; a dot
 * leads into a part of the object.
 */
export const documentedExpansions = (
  document: OfficialDocument,
  schema: Schema,
  given: ReadonlySet<unknown>,
): ReadonlyArray<string> => {
  const isGiven = (shape: Shape): boolean => given.has(nameOf(shape));
  const listsGiven = ({ schema: { properties = {} } }: Shape): boolean => {
    const items = properties['data']?.items;
    return items !== undefined && shapesOf({ document, schema: items }).some(isGiven);
  };
  return shapesOf({ document, schema }).flatMap(({ schema: { properties = {} } }) =>
    Object.entries(properties).flatMap(([field, inner]) => {
      const shapes = shapesOf({ document, schema: inner });
      const isId = shapes.some((shape) => shape.schema.type === 'string');
      if ((isId && shapes.some(isGiven)) || shapes.some(listsGiven)) return [field];
      return shapes
        .filter((shape) => shape.schema.type === 'object' && nameOf(shape) === undefined)
        .flatMap((part) => documentedExpansions(document, part.schema, given))
        .map((rest) => `${field}.${rest}`);
    }),
  );
};
