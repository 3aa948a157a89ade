import { engineOperations } from '../../src/simulator/engine/operations.js';
import { at, listAt } from '../support/json/at.js';
import {
  documentedOperation,
  type OfficialDocument,
  type OfficialDocuments,
  type Schema,
} from './official-document.js';
import { type Exchange, operationOf } from './recorder.js';
import { placeOf, schemaChecker } from './schema-checker.js';
import { objectSchema, type Shape, shapesOf, tagsOf } from './shapes-of.js';

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

/** The paths of fields, at any depth, that none of these schemas has. */
export const unknownFields = (
  schemas: ReadonlyArray<Shape>,
  value: unknown,
  path = '',
): ReadonlyArray<string> => {
  const shapes = schemas.flatMap(shapesOf);
  // A schema without constraints, for example that of an event's object.
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

const gives: ReadonlySet<unknown> = new Set([
  'list',
  'search_result',
  'dispute',
  ...Object.values(engineOperations).map((operation) => operation.returns),
]);

/** A value with its schema in a document. */
type Claim = { readonly value: unknown; readonly schema: (document: OfficialDocument) => Schema };

const isEvent = (value: unknown): boolean => at(value, 'object') === 'event';

/** The events in a response. */
const eventsIn = (body: unknown): ReadonlyArray<unknown> => {
  if (isEvent(body)) return [body];
  return at(body, 'object') === 'list' ? listAt(body, 'data').filter(isEvent) : [];
};

// Lists have the same fields as every documented list.
const pageOf = (items: Schema): Schema => ({
  type: 'object',
  properties: {
    object: { enum: ['list'] },
    data: { type: 'array', items },
    has_more: { type: 'boolean' },
    url: { type: 'string' },
  },
  required: ['object', 'data', 'has_more', 'url'],
});

const answerOf = ({ method, path, status, body }: Exchange): Claim => ({
  value: body,
  schema: (document) => {
    if (status >= 400) return objectSchema(document, 'error');
    const operation = operationOf({ method, path });
    if (operation === undefined) throw new Error(`no operation matches ${path}`);
    const documented = documentedOperation(document, operation);
    const answer = documented?.responses['200'].content['application/json']?.schema;
    const object = objectSchema(document, operation.returns);
    return answer ?? (operation.list === true ? pageOf(object) : object);
  },
});

const objectOf = (event: unknown): Claim => ({
  value: at(event, 'data.object'),
  schema: (document) => objectSchema(document, String(at(event, 'data.object.object'))),
});

/** The parts of an exchange that the documents describe. */
export const claimsOf = (exchange: Exchange): ReadonlyArray<Claim> => [
  answerOf(exchange),
  ...eventsIn(exchange.body).map(objectOf),
];

/** The parts of these responses that the processor's documents do not allow. */
export const complaintsAbout = (
  documents: OfficialDocuments,
  exchanges: ReadonlyArray<Exchange>,
): ReadonlyArray<string> => {
  const claims = exchanges.flatMap(claimsOf);
  const ofDocument = ([name, document]: readonly [string, OfficialDocument]) => {
    const check = schemaChecker(document, gives);
    return claims.flatMap(({ value, schema }) =>
      check(schema(document), value).map((complaint) => `${name}: ${complaint}`),
    );
  };
  const ofBoth = claims.flatMap(({ value, schema }) => {
    const shapes = Object.values(documents).map((document) => ({
      document,
      schema: schema(document),
    }));
    return unknownFields(shapes, value).map((pointer) => `neither: ${placeOf(value, pointer)}`);
  });
  return [...Object.entries(documents).flatMap(ofDocument), ...ofBoth];
};
