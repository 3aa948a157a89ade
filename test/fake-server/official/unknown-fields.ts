import type { Schema } from './official-document.js';
import { type Shape, shapesOf } from './shapes-of.js';
import { tagsOf } from './tags-of.js';

const isHash = (value: unknown): value is { readonly [field: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fits = (schema: Schema, value: { readonly [field: string]: unknown }): boolean =>
  schema.type === 'object' &&
  tagsOf(schema).every(([field, tag]) => value[field] === tag || value[field] === undefined);

const inside = ({ document, schema }: Shape, field: string): ReadonlyArray<Shape> => {
  const { properties = {}, additionalProperties } = schema;
  if (Object.hasOwn(properties, field)) {
    return [{ document, schema: properties[field] ?? {} }];
  }
  if (typeof additionalProperties === 'object') return [{ document, schema: additionalProperties }];
  const isFree = additionalProperties === true || Object.keys(properties).length === 0;
  return isFree ? [{ document, schema: {} }] : [];
};

/** The fields of a value, however deep, that none of these schemas knows, each as its path. */
export const unknownFields = (
  schemas: ReadonlyArray<Shape>,
  value: unknown,
  path = '',
): ReadonlyArray<string> => {
  const shapes = schemas.flatMap(shapesOf);
  // A schema that says nothing, for example that of an event's object.
  if (shapes.some(({ schema }) => Object.keys(schema).length === 0)) return [];
  if (Array.isArray(value)) {
    const items = shapes.flatMap(({ document, schema }) =>
      schema.items === undefined ? [] : [{ document, schema: schema.items }],
    );
    return value.flatMap((item, index) => unknownFields(items, item, `${path}/${index}`));
  }
  if (!isHash(value)) return [];
  const fitting = shapes.filter(({ schema }) => fits(schema, value));
  return Object.entries(value).flatMap(([field, inner]) => {
    const known = fitting.flatMap((shape) => inside(shape, field));
    const place = `${path}/${field}`;
    return known.length === 0 ? [place] : unknownFields(known, inner, place);
  });
};
