import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../src/domain/input/field.js';
import type { OfficialDocument, Schema } from './official-document.js';
import { type Shape, shapesOf, tagsOf } from './shapes-of.js';

const hasFields = (value: unknown): value is { readonly [field: string]: unknown } =>
  typeof value === 'object' && value !== null;

/**
 * The place of a JSON pointer, named from the innermost processor object on the way: the outcome of a charge that was
 * expanded in an intent is `charge.outcome`.
 */
export const placeOf = (answer: unknown, pointer: string): string => {
  const start = { value: answer, place: '' };
  const name = (value: unknown): string | undefined =>
    hasFields(value) && typeof value['object'] === 'string' ? value['object'] : undefined;
  return pointer
    .split('/')
    .slice(1)
    .reduce(
      ({ value, place }, step) => {
        const inner = hasFields(value) ? value[step] : undefined;
        const shown = Array.isArray(value) ? '*' : step;
        return { value: inner, place: name(inner) ?? `${place}.${shown}` };
      },
      { ...start, place: name(answer) ?? '' },
    )
    .place.replace(/^\./, '');
};

const never: JsonSchema = { not: {} };

const mapValues = <A, B>(
  values: { readonly [key: string]: A },
  change: (value: A) => B,
): { readonly [key: string]: B } =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

const defined = (keywords: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));

const when = (
  condition: JsonSchema,
  schema: JsonSchema,
  otherwise: JsonSchema = {},
): JsonSchema => ({
  if: condition,
  // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
  then: schema,
  else: otherwise,
});

const hasTags = (schema: Schema): JsonSchema => {
  const tags = tagsOf(schema);
  return {
    properties: Object.fromEntries(tags.map(([field, value]) => [field, { const: value }])),
    required: tags.map(([field]) => field),
  };
};

/**
 * Writes schemas of the processor's documents as JSON Schema. Only the values that the SDK's types list are
 * allowed. An object that our server never returns is not allowed. Of several objects, the one with the `object`
 * of the value is used, so that a complaint is about that one. `define` gets each referenced
 * schema once.
 */
const jsonSchemaWriter = (
  document: OfficialDocument,
  gives: ReadonlySet<unknown>,
  define: (name: string, schema: JsonSchema) => void,
): ((schema: Schema) => JsonSchema) => {
  const names = new Set<string>();

  const body = (one: Schema): JsonSchema =>
    defined({
      not: one.not,
      type: one.type,
      maxLength: one.maxLength,
      pattern: one.pattern,
      const: one.const,
      enum: one.enum ?? one['x-known-values'],
      required: one.required,
      properties: one.properties && mapValues(one.properties, write),
      items: one.items && write(one.items),
      additionalProperties:
        typeof one.additionalProperties === 'object' ? write(one.additionalProperties) : undefined,
    });

  const referred = ({ name, schema }: Shape): JsonSchema => {
    if (name === undefined) return body(schema);
    if (!names.has(name)) {
      names.add(name);
      define(name, body(schema));
    }
    return { $ref: name };
  };

  const isGiven = ({ schema }: Shape): boolean =>
    tagsOf(schema).every(([field, value]) => field !== 'object' || gives.has(value));

  const oneObject = (objects: ReadonlyArray<Shape>): JsonSchema => {
    const [first, ...others] = objects;
    if (first === undefined) return never;
    if (others.length === 0) return referred(first);
    return tagsOf(first.schema).length === 0
      ? { anyOf: objects.map(referred) }
      : when(hasTags(first.schema), referred(first), oneObject(others));
  };

  const oneOf = (shapes: ReadonlyArray<Shape>): JsonSchema => {
    const objects = shapes
      .filter(({ schema }) => schema.type === 'object')
      .filter(isGiven)
      .toSorted((one, other) => tagsOf(other.schema).length - tagsOf(one.schema).length);
    const others = shapes.filter(({ schema }) => schema.type !== 'object').map(referred);
    const [other] = others;
    if (other === undefined) return oneObject(objects);
    const rest = others.length === 1 ? other : { anyOf: others };
    return objects.length === 0 ? rest : when({ type: 'object' }, oneObject(objects), rest);
  };

  const write = (schema: Schema): JsonSchema => {
    const written = oneOf(shapesOf({ document, schema }));
    return schema.nullable === true ? when({ type: 'null' }, {}, written) : written;
  };

  return write;
};

// The complaints about the branch itself show which branch was meant.
const saysNothing = ({ keyword }: ErrorObject): boolean => keyword === 'if';

/** The parts of a value that a schema does not allow, each complaint with its place. */
type SchemaChecker = (schema: Schema, value: unknown) => ReadonlyArray<string>;

/** Checks values against the schemas of a document; `gives` lists the objects that a response may contain. */
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
