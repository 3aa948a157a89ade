import { expect } from 'chai';
import { schemaWriter } from '../../src/adapters/inbound/http/openapi/schema-writer.js';
import { Doubt } from '../../src/domain/doubt.js';
import { eventObjects } from '../../src/domain/events/event-types.js';
import { EventHistory } from '../../src/domain/events/stored-event.js';
import { isObject } from '../../src/domain/input/json.js';
import { PaymentIntent } from '../../src/domain/objects/payment-intent.js';
import { CardToken, DeletedCard, DeletedCustomer } from '../../src/index.js';
import { openEditor } from '../support/editor/open-editor.js';

const codecs = {
  ...Object.fromEntries(Object.values(eventObjects).map((codec) => [codec.name, codec])),
  CardToken,
  DeletedCard,
  DeletedCustomer,
  Doubt,
  EventHistory,
  PaymentIntent,
};

const { schemaOf, components } = schemaWriter();
const schemas = Object.fromEntries(
  Object.entries(codecs).map(([name, codec]) => [name, schemaOf(codec)]),
);

type Described = readonly [path: string, description: string];

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : []);

const partsOf = (schema: { readonly [keyword: string]: unknown }): ReadonlyArray<unknown> =>
  ['anyOf', 'allOf'].flatMap((keyword) => listOf(schema[keyword]));

const resolved = (schema: unknown): { readonly [keyword: string]: unknown } => {
  if (!isObject(schema)) return {};
  const $ref: unknown = Reflect.get(schema, '$ref');
  return typeof $ref === 'string'
    ? (components()[$ref.replace('#/components/schemas/', '')] ?? {})
    : { ...schema };
};

const descriptionsIn = (given: unknown, path: string): ReadonlyArray<Described> => {
  const schema = resolved(given);
  const { properties, items, description } = schema;
  return [
    ...(typeof description === 'string' ? [[path, description] as const] : []),
    ...partsOf(schema).flatMap((part) => descriptionsIn(part, path)),
    ...(isObject(properties)
      ? Object.entries(properties).flatMap(([name, inner]) =>
          descriptionsIn(inner, `${path}.${name}`),
        )
      : []),
    ...(items === undefined ? [] : descriptionsIn(items, path)),
  ];
};

// Those of the type itself, which say nothing of the field.
const ofType: ReadonlyArray<string> = [
  'Unix timestamp in seconds',
  'ISO 8601 timestamp, such as `2026-09-18T19:56:56.947Z`',
];

describe('the description of a field in the OpenAPI document', () => {
  const names = Object.keys(codecs);
  const { fieldsOf, problems } = openEditor(
    `import type * as facade from './src/index.js';
type Named = { ${names.map((name) => `readonly ${name}: facade.${name}`).join('; ')} };`,
  );

  it('is the one that editors show', () => {
    expect(problems()).to.deep.equal([]);
    const fields = fieldsOf('Named');
    const shown = new Set(fields.map(({ path, documentation }) => `${path}: ${documentation}`));
    const described = Object.entries(schemas)
      .flatMap(([name, schema]) => descriptionsIn(schema, name))
      .filter(([, description]) => !ofType.includes(description));
    expect(described.length).to.be.greaterThan(100);
    expect(
      described.filter(([path, description]) => !shown.has(`${path}: ${description}.`)),
    ).to.deep.equal([]);
  });
});
