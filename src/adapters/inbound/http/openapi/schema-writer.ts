import * as t from 'io-ts';
import type { Field, JsonSchema } from '../../../../domain/input/field.js';
import { isObject } from '../../../../domain/input/json.js';

type Describable =
  | Field<unknown>
  | t.StringType
  | t.NumberType
  | t.BooleanType
  | t.NullType
  | t.UnknownType
  | t.AnyDictionaryType
  | t.LiteralType<string | number | boolean>
  | t.RefinementType<t.Mixed>
  | t.InterfaceType<t.Props>
  | t.PartialType<t.Props>
  | t.ExactType<t.Mixed>
  | t.ReadonlyType<t.Mixed>
  | t.IntersectionType<Array<t.Mixed>>
  | t.UnionType<Array<t.Mixed>>
  | t.ArrayType<t.Mixed>
  | t.ReadonlyArrayType<t.Mixed>
  | t.DictionaryType<t.Mixed, t.Mixed>;

const isDescribable = (codec: unknown): codec is Describable =>
  codec instanceof t.Type && '_tag' in codec;

const mergeable: ReadonlySet<string> = new Set([
  'type',
  'required',
  'properties',
  'additionalProperties',
]);

const isMergeable = (schema: JsonSchema): boolean =>
  schema['type'] === 'object' && Object.keys(schema).every((keyword) => mergeable.has(keyword));

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : []);

const entriesOf = (value: unknown): ReadonlyArray<[string, unknown]> =>
  isObject(value) ? Object.entries(value) : [];

const objectWith = (properties: JsonSchema, required: ReadonlyArray<unknown>): JsonSchema => ({
  type: 'object',
  ...(required.length === 0 ? {} : { required }),
  ...(Object.keys(properties).length === 0 ? {} : { properties }),
  // Objects of the processor pass through with all their fields, and later versions may add some to ours.
  additionalProperties: true,
});

const mergeObjects = (schemas: ReadonlyArray<JsonSchema>): JsonSchema =>
  objectWith(
    Object.fromEntries(schemas.flatMap((schema) => entriesOf(schema['properties']))),
    schemas.flatMap((schema) => listOf(schema['required'])),
  );

const orNull = (schema: JsonSchema): JsonSchema =>
  typeof schema['type'] === 'string' && !('enum' in schema) && !('const' in schema)
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] };

/** The name given to a codec. Names that io-ts generates are not identifiers, and are left out. */
const nameOf = ({ name }: t.Mixed): string | undefined => {
  const [, outer, inner = ''] = /^([A-Z][A-Za-z]*)(?:<([A-Z][A-Za-z]*)>)?$/.exec(name) ?? [];
  return outer === undefined ? undefined : `${inner}${outer}`;
};

/** Writes codecs as JSON Schema (2020-12), and collects the named ones as components. */
export type SchemaWriter = {
  /** The schema of a codec; a named codec becomes a reference to its component. Throws on an unsupported codec. */
  readonly schemaOf: (codec: t.Mixed) => JsonSchema;
  /** The schemas of the named codecs so far, by name. */
  readonly components: () => { readonly [name: string]: JsonSchema };
};

/** `replaced`: codecs that are written as others. */
export const schemaWriter = (replaced: ReadonlyMap<t.Mixed, t.Mixed> = new Map()): SchemaWriter => {
  const schemas = new Map<string, JsonSchema>();

  const propertiesOf = (props: t.Props): JsonSchema =>
    Object.fromEntries(Object.entries(props).map(([name, codec]) => [name, schemaOf(codec)]));

  const named = (codec: t.Mixed, write: () => JsonSchema): JsonSchema => {
    const name = nameOf(codec);
    if (name === undefined) return write();
    const schema = write();
    const known = schemas.get(name) ?? schema;
    if (JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two codecs are ${name}`);
    schemas.set(name, known);
    return { $ref: `#/components/schemas/${name}` };
  };

  const intersectionOf = (codecs: ReadonlyArray<t.Mixed>): JsonSchema => {
    const parts = codecs.map(schemaOf);
    return parts.every(isMergeable) ? mergeObjects(parts) : { allOf: parts };
  };

  const unionOf = (codecs: ReadonlyArray<t.Mixed>): JsonSchema => {
    const others = codecs.filter((codec) => codec !== t.null).map(schemaOf);
    const [only] = others;
    const schema = others.length === 1 && only !== undefined ? only : { anyOf: others };
    return others.length === codecs.length ? schema : orNull(schema);
  };

  const schemaOf = (given: t.Mixed): JsonSchema => {
    const mixed = replaced.get(given) ?? given;
    if (mixed === t.Integer) return { type: 'integer' };
    // Narrowed from `unknown`: from `Mixed`, the compiler would drop members with the same structure.
    const codec: unknown = mixed;
    if (!isDescribable(codec)) throw new Error(`no JSON Schema for the codec ${mixed.name}`);
    switch (codec._tag) {
      case 'Field':
        return codec.schema;
      case 'StringType':
        return { type: 'string' };
      case 'NumberType':
        return { type: 'number' };
      case 'BooleanType':
        return { type: 'boolean' };
      case 'NullType':
        return { type: 'null' };
      case 'UnknownType':
        return {};
      case 'AnyDictionaryType':
        return { type: 'object' };
      case 'LiteralType':
        return { type: typeof codec.value, const: codec.value };
      case 'InterfaceType':
        return named(codec, () => objectWith(propertiesOf(codec.props), Object.keys(codec.props)));
      case 'PartialType':
        return named(codec, () => objectWith(propertiesOf(codec.props), []));
      case 'IntersectionType':
        return named(codec, () => intersectionOf(codec.types));
      case 'UnionType':
        return named(codec, () => unionOf(codec.types));
      case 'ExactType': {
        const { additionalProperties: _open, ...closed } = schemaOf(codec.type);
        return closed;
      }
      case 'ReadonlyType':
        return schemaOf(codec.type);
      case 'ArrayType':
      case 'ReadonlyArrayType':
        return { type: 'array', items: schemaOf(codec.type) };
      case 'DictionaryType':
        return {
          type: 'object',
          propertyNames: schemaOf(codec.domain),
          additionalProperties: schemaOf(codec.codomain),
        };
      default:
        throw new Error(`no JSON Schema for the codec ${codec.name}`);
    }
  };

  return { schemaOf, components: () => Object.fromEntries(schemas) };
};
