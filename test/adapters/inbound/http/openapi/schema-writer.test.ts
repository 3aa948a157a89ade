import { expect } from 'chai';
import * as t from 'io-ts';
import { schemaWriter } from '../../../../../src/adapters/inbound/http/openapi/schema-writer.js';
import type { JsonSchema } from '../../../../../src/domain/input/field.js';
import { List } from '../../../../../src/domain/input/list.js';
import { nullable } from '../../../../../src/domain/input/primitives.js';

const schemaOf = (codec: t.Mixed): JsonSchema => schemaWriter().schemaOf(codec);

describe('schemaWriter', () => {
  const cases: ReadonlyArray<readonly [string, t.Mixed, JsonSchema]> = [
    ['a literal', t.literal('card'), { type: 'string', const: 'card' }],
    ['a text or null', nullable(t.string), { type: ['string', 'null'] }],
    ['an integer', t.Integer, { type: 'integer' }],
    [
      'what may be absent',
      t.partial({ a: t.boolean }),
      { type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: true },
    ],
    [
      'required and optional parts of one object',
      t.intersection([t.type({ a: t.string }), t.partial({ b: t.string })]),
      {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        additionalProperties: true,
      },
    ],
    [
      'an object of any fields beside one',
      t.intersection([t.type({ a: t.string }), t.UnknownRecord]),
      {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string' } },
        additionalProperties: true,
      },
    ],
    [
      'a record of numbers',
      t.record(t.string, t.number),
      {
        type: 'object',
        propertyNames: { type: 'string' },
        additionalProperties: { type: 'number' },
      },
    ],
    [
      'one of several, or null',
      t.union([t.string, t.number, t.null]),
      { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'null' }] },
    ],
    ['a list of anything', t.readonlyArray(t.unknown), { type: 'array', items: {} }],
    [
      'what is stripped of other fields',
      t.exact(t.type({ a: t.null })),
      { type: 'object', required: ['a'], properties: { a: { type: 'null' } } },
    ],
  ];
  for (const [what, codec, schema] of cases) {
    it(`writes ${what}`, () => {
      expect(schemaOf(codec)).to.deep.equal(schema);
    });
  }

  it('refers to a named codec, and to a list by the name of its items', () => {
    const Thing = t.type({ id: t.string }, 'Thing');
    const writer = schemaWriter();
    expect(writer.schemaOf(List(Thing))).to.deep.equal({ $ref: '#/components/schemas/ThingList' });
    expect(writer.schemaOf(List(Thing))).to.deep.equal({ $ref: '#/components/schemas/ThingList' });
    expect(writer.components()).to.have.all.keys('Thing', 'ThingList');
  });

  it('throws on two different codecs with one name', () => {
    const writer = schemaWriter();
    writer.schemaOf(t.type({ id: t.string }, 'Thing'));
    expect(() => writer.schemaOf(t.type({ id: t.number }, 'Thing'))).to.throw('Thing');
  });

  it('throws on an unsupported codec', () => {
    const Even = t.refinement(t.number, (n) => n % 2 === 0, 'Even');
    expect(() => schemaOf(Even)).to.throw('Even');
    expect(() => schemaOf(t.keyof({ a: null }, 'Key'))).to.throw('Key');
    expect(() => schemaOf(t.recursion('Tree', () => t.string))).to.throw('Tree');
  });
});
