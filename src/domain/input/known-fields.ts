import * as t from 'io-ts';
import { isObject } from './json.js';

type WithFields =
  | t.InterfaceType<t.Props>
  | t.PartialType<t.Props>
  | t.IntersectionType<Array<t.Mixed>>
  | t.UnionType<Array<t.Mixed>>
  | t.ReadonlyArrayType<t.Mixed>;

const hasTag = (codec: unknown): codec is WithFields => codec instanceof t.Type && '_tag' in codec;

type Fields = { readonly [name: string]: unknown };

const fieldsOf = (props: t.Props, value: Fields): Fields =>
  Object.fromEntries(
    Object.entries(props).flatMap(([name, codec]) =>
      Object.hasOwn(value, name) ? [[name, kept(codec, value[name])]] : [],
    ),
  );

const kept = (codec: unknown, value: unknown): unknown => {
  if (!hasTag(codec) || !isObject(value)) return value;
  switch (codec._tag) {
    case 'InterfaceType':
    case 'PartialType':
      return fieldsOf(codec.props, { ...value });
    case 'IntersectionType':
      return Object.assign({}, ...codec.types.map((part) => kept(part, value)));
    case 'UnionType':
      return kept(
        codec.types.find((part) => part.is(value)),
        value,
      );
    case 'ReadonlyArrayType':
      return Array.isArray(value) ? value.map((item) => kept(codec.type, item)) : value;
    default:
      return value;
  }
};

/**
 * Keeps the fields that the codec of an object names, at every depth. An object of the processor may have others, with the name and
 * the address of a customer, for example. Records such as `metadata` stay whole.
 */
export const knownFields =
  <A>(codec: t.Type<A>) =>
  (value: A): A =>
    kept(codec, value) as A;
