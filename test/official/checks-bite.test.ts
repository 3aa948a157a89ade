import { expect } from 'chai';
import { unknownFields } from './complaints-about.js';
import { judge } from './excuses.js';
import type { OfficialDocument, Schema } from './official-document.js';
import { placeOf, schemaChecker } from './schema-checker.js';

const to = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const customer: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 7 },
    object: { enum: ['customer'] },
    email: { type: 'string', nullable: true },
    metadata: { type: 'object', additionalProperties: { type: 'string' } },
    balance: { not: {} },
    tax_exempt: { anyOf: [{ type: 'string', 'x-known-values': ['none'] }, { type: 'null' }] },
  },
  required: ['id', 'object', 'email'],
};
const document: OfficialDocument = {
  info: { version: '1' },
  paths: {},
  components: {
    schemas: {
      customer,
      deleted_customer: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          object: { enum: ['customer'] },
          deleted: { enum: [true] },
        },
        required: ['id', 'object', 'deleted'],
      },
      account: {
        type: 'object',
        properties: { object: { enum: ['account'] } },
        required: ['object'],
      },
      charge: {
        type: 'object',
        properties: {
          object: { enum: ['charge'] },
          customer: {
            anyOf: [{ type: 'string' }, to('customer'), to('deleted_customer')],
            nullable: true,
          },
          on_behalf_of: { anyOf: [{ type: 'string' }, to('account')], nullable: true },
          refunds: { type: 'array', items: { type: 'integer' } },
        },
        required: ['object', 'customer'],
      },
    },
  },
};
const check = schemaChecker(document, new Set(['charge', 'customer']));
const owner = { id: 'cus_1', object: 'customer', email: null };
const charge = { object: 'charge', customer: 'cus_1', on_behalf_of: null, refunds: [1] };

describe(`the checks against Stripe's documents`, () => {
  for (const [what, value] of Object.entries({
    'an id': charge,
    nothing: { ...charge, customer: null },
    'a customer': { ...charge, customer: owner },
    'a deleted customer': {
      ...charge,
      customer: { id: 'cus_1', object: 'customer', deleted: true },
    },
  })) {
    it(`allow a charge whose customer is ${what}`, () => {
      expect(check(to('charge'), value)).to.deep.equal([]);
      expect(unknownFields([{ document, schema: to('charge') }], value)).to.deep.equal([]);
    });
  }

  for (const [what, value, complaint] of [
    [
      'a field that is missing',
      { object: 'charge' },
      `charge must have required property 'customer'`,
    ],
    ['another type', { ...charge, customer: 7 }, 'charge.customer must be string'],
    ['no whole number', { ...charge, refunds: [1.5] }, 'charge.refunds.* must be integer'],
    [
      'a long text',
      { ...charge, customer: { ...owner, id: 'cus_1234' } },
      'customer.id must NOT have more than 7 characters',
    ],
    [
      'a field that is missing inside',
      { ...charge, customer: { ...owner, email: undefined } },
      `customer must have required property 'email'`,
    ],
    [
      'an unknown word',
      { ...owner, tax_exempt: 'all' },
      'customer.tax_exempt must be equal to one of the allowed values',
    ],
    [
      'a field that no response had when the tables were written',
      { ...owner, balance: 0 },
      'customer.balance must NOT be valid',
    ],
    ['a note that is none', { ...owner, metadata: { a: 1 } }, 'customer.metadata.a must be string'],
    ['null where none may be', { ...owner, metadata: null }, 'customer.metadata must be object'],
    [
      'an object that we never return',
      { ...charge, on_behalf_of: { object: 'account' } },
      'account must be string',
    ],
  ] as const) {
    it(`find ${what}`, () => {
      const schema = value.object === 'charge' ? to('charge') : to('customer');
      expect(check(schema, JSON.parse(JSON.stringify(value)))).to.include(complaint);
    });
  }

  it('find a field that no document has, also in nested objects', () => {
    const shapes = [
      { document, schema: to('charge') },
      { document, schema: { type: 'object', properties: { colour: { type: 'string' } } } },
    ];
    const value = { ...charge, colour: 'blue', size: 7, customer: { ...owner, height: 180 } };
    expect(unknownFields(shapes, value)).to.deep.equal(['/customer/height', '/size']);
  });

  it('name the place from the innermost object', () => {
    const list = { object: 'list', data: [{ object: 'charge', outcome: { type: 'a' } }] };
    expect(placeOf(list, '/data/0/outcome/type')).to.equal('charge.outcome.type');
    expect(placeOf(list, '/data')).to.equal('list.data');
    expect(placeOf({ error: { a: [{ b: 1 }] } }, '/error/a/0/b')).to.equal('error.a.*.b');
  });

  it('accept an excused complaint, and report an unused excuse', () => {
    const excuses = ['known', 'gone'].map((complaint) => ({ complaint, reason: 'because' }));
    expect(judge(['known', 'new', 'new'], excuses)).to.deep.equal({
      unexcused: ['new'],
      unneeded: ['gone'],
    });
  });
});
