import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { createOpenApiDocument } from '../../../../../src/adapters/inbound/http/openapi/create-open-api-document.js';
import examples from '../../../../../src/adapters/inbound/http/openapi/examples.json' with {
  type: 'json',
};
import type { ProcessorFeatures } from '../../../../../src/domain/processor-feature.js';
import { at } from '../../../../support/json/at.js';

const under = (json: unknown, ...path: ReadonlyArray<string>): unknown => at(json, path.join('.'));

const documentWith = (features?: ProcessorFeatures) =>
  createOpenApiDocument({ version: '1.2.3', examples, features });

const few: ProcessorFeatures = {
  customers: false,
  savedCards: false,
  cardTokens: false,
  lists: false,
  setupIntents: false,
  checkout: false,
  capture: false,
  partialRefunds: false,
  confirmOnCreation: false,
  methodChoice: false,
  confirmationTokens: false,
  updates: false,
  ledgers: false,
  balance: false,
  disputes: false,
};

const namesAt = (document: unknown, ...path: ReadonlyArray<string>): ReadonlyArray<string> =>
  Object.keys(Object(under(document, ...path)));

const bodyOf = (document: unknown, path: string): unknown =>
  under(document, 'paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema');

const resolved = (document: unknown): ReadonlyArray<string> =>
  [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].flatMap(([, path = '']) =>
    under(document, ...path.split('/')) === undefined ? [path] : [],
  );

describe('the document for a processor with few features', () => {
  const document = documentWith(few);

  it('has the operations that it can do, and their aliases', () => {
    expect(namesAt(document, 'paths')).to.deep.equal([
      '/api/payments',
      '/api/payments/confirm',
      '/api/payments/cancel',
      '/api/payments/{id}',
      '/api/payments/refund',
      '/api/webhooks',
      '/api/events',
      '/api/events/{id}',
      '/api/events/{id}/replay',
      '/api/events/replay',
      '/api/doubts',
      '/health',
      '/ready',
      '/api/payments/create',
      '/api/webhooks/processor',
      '/api/webhooks/stripe',
    ]);
    expect(namesAt(document, 'paths', '/api/payments')).to.deep.equal(['post']);
  });

  it('has the groups of these operations', () => {
    const tags: ReadonlyArray<{ readonly name: string }> = Object(under(document, 'tags'));
    expect(tags.map(({ name }) => name)).not.to.include.members(['Customers']);
    expect(tags.map(({ name }) => name)).not.to.include.members(['Cards']);
    expect(tags.map(({ name }) => name)).to.include.members(['Payments', 'Refunds', 'Aliases']);
  });

  it('has the fields that it takes', () => {
    expect(namesAt(bodyOf(document, '/api/payments'), 'properties')).to.deep.equal([
      'amount',
      'amount_minor',
      'currency',
      'return_url',
      'metadata',
      'description',
      'receipt_email',
      'statement_descriptor_suffix',
      'shipping',
    ]);
    expect(under(bodyOf(document, '/api/payments'), 'required')).to.equal(undefined);
    expect(namesAt(bodyOf(document, '/api/payments/confirm'), 'properties')).to.deep.equal([
      'paymentId',
      'return_url',
    ]);
    expect(namesAt(bodyOf(document, '/api/payments/refund'), 'properties')).to.deep.equal([
      'chargeId',
      'reason',
      'metadata',
    ]);
  });

  it('names the fields that are required then', () => {
    const described = under(document, 'paths', '/api/payments', 'post', 'responses', '400');
    expect(under(described, 'description')).to.include('`amount es requerido`');
  });

  it('promises of its objects what every processor gives', () => {
    expect(under(document, 'components', 'schemas', 'PaymentIntent', 'required')).to.deep.equal([
      'id',
      'object',
      'amount',
      'currency',
      'status',
      'created',
    ]);
    expect(
      namesAt(document, 'components', 'schemas', 'PaymentIntent', 'properties'),
    ).to.include.members(['charges', 'livemode', 'next_action']);
  });

  it('is valid, and refers to nothing that it lacks', async () => {
    const copy = JSON.parse(JSON.stringify(document));
    expect(await new Validator().validate(copy)).to.deep.equal({ valid: true });
    expect(resolved(document)).to.deep.equal([]);
    expect(JSON.stringify(document)).not.to.include('cus_1');
  });
});

describe('the document for a processor with all features', () => {
  it('has all operations and fields, but not what only Stripe promises', () => {
    const [whole, own] = [documentWith(), documentWith({})];
    expect(namesAt(own, 'paths')).to.deep.equal(namesAt(whole, 'paths'));
    expect(bodyOf(own, '/api/payments')).to.deep.equal(bodyOf(whole, '/api/payments'));
    expect(under(whole, 'components', 'schemas', 'PaymentIntent', 'required')).to.include(
      'livemode',
    );
    expect(under(own, 'components', 'schemas', 'PaymentIntent', 'required')).not.to.include(
      'livemode',
    );
  });
});
