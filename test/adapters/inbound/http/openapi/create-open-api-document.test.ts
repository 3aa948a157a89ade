import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import * as t from 'io-ts';
import { api } from '../../../../../src/adapters/inbound/http/api.js';
import type { Locale } from '../../../../../src/adapters/inbound/http/core/language.js';
import { createOpenApiDocument } from '../../../../../src/adapters/inbound/http/openapi/create-open-api-document.js';
import examples from '../../../../../src/adapters/inbound/http/openapi/examples.json' with {
  type: 'json',
};
import type { Route } from '../../../../../src/adapters/inbound/http/route.js';
import { at } from '../../../../support/json/at.js';
import { compileSchema, operationsOf, schemasOf } from './document-schemas.js';

const document = createOpenApiDocument({ version: '1.2.3', examples });

const routes: ReadonlyArray<Route> = Object.values(api);

const Tags = t.array(t.type({ name: t.string, description: t.string }));

const groups = (): t.TypeOf<typeof Tags> => {
  const tags = document['tags'];
  return Tags.is(tags) ? tags : [];
};

const copy = (): Record<string, unknown> => structuredClone({ ...document });

const operations = operationsOf(document);

const operationAt = (method: string, path: string): unknown =>
  operations.find((one) => one.method === method && one.path === path)?.operation;

describe('The OpenAPI document', () => {
  it('is valid by the official schema of OpenAPI 3.1', async () => {
    expect(await new Validator().validate(copy())).to.deep.equal({ valid: true });
  });

  it('would not be valid without its responses, so the schema does check', async () => {
    const broken = copy();
    broken['paths'] = { '/health': { get: { responses: { 200: { content: {} } } } } };
    expect(await new Validator().validate(broken)).to.have.property('valid', false);
  });

  it('has only schemas that a strict validator compiles, references included', () => {
    const schemas = schemasOf(document);
    for (const schema of schemas) compileSchema(schema, document);
    expect(schemas.length).to.be.greaterThan(100);
  });

  // Redocly's rule no-illogical-composition-keywords.
  it('offers a choice only between several schemas', () => {
    const choices: Array<unknown> = [];
    JSON.stringify(document, (name, value: unknown) => {
      if (name === 'anyOf' || name === 'oneOf') choices.push(value);
      return value;
    });
    expect(choices.length).to.be.greaterThan(50);
    expect(choices.filter((one) => Array.isArray(one) && one.length < 2)).to.deep.equal([]);
  });

  it('has every path of the interface, aliases included', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`)).to.have.members([
      'post /api/customers/create',
      'post /api/customers',
      'get /api/customers',
      'get /api/customers/{id}',
      'put /api/customers/update',
      'put /api/customers/{id}',
      'delete /api/customers/delete',
      'delete /api/customers/{id}',
      'post /api/cards',
      'post /api/cards/create',
      'post /api/cards/assign',
      'post /api/cards/default',
      'delete /api/cards/delete',
      'get /api/cards/{id}',
      'post /api/payments/create',
      'post /api/payments',
      'get /api/payments',
      'get /api/payments/{id}',
      'put /api/payments/{id}',
      'post /api/payments/update',
      'post /api/payments/confirm',
      'post /api/payments/cancel',
      'post /api/payments/capture',
      'post /api/setup-intents/create',
      'post /api/setup-intents',
      'post /api/setup-intents/confirm',
      'post /api/setup-intents/cancel',
      'get /api/setup-intents/{id}',
      'post /api/checkout-sessions/create',
      'post /api/checkout-sessions',
      'post /api/checkout-sessions/expire',
      'get /api/checkout-sessions/{id}',
      'post /api/payments/refund',
      'get /api/payments/{id}/refunds',
      'post /api/webhooks/processor',
      'post /api/webhooks',
      'post /api/webhooks/stripe',
      'get /api/events',
      'delete /api/events',
      'get /api/events/{id}',
      'post /api/events/{id}/replay',
      'post /api/events/replay',
      'get /api/doubts',
      'get /api/charges',
      'get /api/refunds',
      'get /api/balance',
      'get /api/balance-transactions',
      'get /api/payouts',
      'get /api/payouts/{id}/transactions',
      'get /api/disputes',
      'post /api/disputes/{id}/evidence',
      'post /api/disputes/{id}/close',
      'get /health',
      'get /ready',
    ]);
  });

  it('names every operation once, and names the path of every alias', () => {
    const ids = operations.map(({ operation }) => at(operation, 'operationId'));
    expect(new Set(ids).size).to.equal(ids.length);
    expect(operationAt('post', '/api/payments')).to.deep.include({
      operationId: 'createPaymentIntent',
      tags: ['Payments'],
      summary: 'Create a payment intent, in euros',
    });
    expect(operationAt('post', '/api/payments/create')).to.deep.include({
      operationId: 'createPaymentIntentAlias',
      'x-alias-of': 'createPaymentIntent',
      tags: ['Aliases'],
      summary: 'Create a payment intent, in euros (alias)',
      description:
        'Alias of `POST /api/payments`: it behaves the same. The API key needs the scope `pay`.',
    });
    const aliases = operations.filter(({ operation }) => at(operation, 'x-alias-of') !== undefined);
    const paths = routes.flatMap((route) => [
      ...(route.aliases ?? []),
      ...(route.postAliases ?? []),
    ]);
    expect(aliases).to.have.length(paths.length);
  });

  it('gives the operation to the shortest path, and shows the aliases last', () => {
    for (const { path, aliases = [] } of routes) {
      for (const alias of aliases) expect(path.length, alias).to.be.lessThan(alias.length);
    }
    const marked = operations.map(({ operation }) => at(operation, 'x-alias-of') !== undefined);
    expect(marked.slice(marked.indexOf(true))).not.to.include(false);
    expect(groups().at(-1)).to.have.property('name', 'Aliases');
    expect(JSON.stringify(document)).not.to.contain('deprecated');
  });

  it('describes every group, and has each operation in one of them', () => {
    for (const { name, description } of groups()) expect(description, name).to.match(/\.$/);
    const names = groups().map(({ name }) => [name]);
    for (const { operation } of operations) expect(names).to.deep.include(at(operation, 'tags'));
  });

  it('lists only the fields that are not in the path', () => {
    const body = 'requestBody.content.application/json.schema';
    expect(at(operationAt('put', '/api/customers/update'), `${body}.required`)).to.deep.equal([
      'userId',
    ]);
    const alias = operationAt('put', '/api/customers/{id}');
    expect(at(alias, 'parameters.0')).to.deep.include({ name: 'id', in: 'path', required: true });
    expect(at(alias, body)).to.have.property('properties').that.does.not.have.property('userId');
    expect(operationAt('delete', '/api/customers/{id}')).not.to.have.property('requestBody');
  });

  it('names the unit of an amount', () => {
    const { components } = document;
    const amount = 'requestBody.content.application/json.schema.properties.amount.description';
    expect(at(operationAt('post', '/api/payments/create'), amount)).to.contain('euros');
    expect(at(operationAt('post', '/api/payments/refund'), amount)).to.contain('cents');
    for (const name of ['PaymentIntent', 'Charge', 'Refund']) {
      expect(at(components, `schemas.${name}.properties.amount.description`)).to.contain('cents');
    }
    expect(at(components, 'schemas.Customer.properties.created.description')).to.contain('seconds');
  });

  it('fixes status, statusCode and message of a success', () => {
    const schema = 'responses.201.content.application/json.schema.properties';
    const create = operationAt('post', '/api/customers/create');
    expect(at(create, `${schema}.status.const`)).to.equal(true);
    expect(at(create, `${schema}.statusCode.const`)).to.equal(201);
    expect(at(create, `${schema}.message.const`)).to.equal('Cliente creado correctamente');
  });

  it('lists the failures of a route, with the text that the interface fixes', () => {
    const confirm = at(operationAt('post', '/api/payments/confirm'), 'responses');
    expect(Object.keys(Object(confirm)).join(' ')).to.equal(
      '200 400 401 402 403 404 409 413 415 422 429 500 503',
    );
    expect(at(confirm, '400.description')).to.contain('`paymentId es requerido`');
    const list = at(operationAt('get', '/api/customers'), 'responses');
    expect(list).to.have.all.keys('200', '400', '401', '403', '429', '500', '503');
  });

  it('requires a key under /api, one of two signatures on webhooks, and nothing elsewhere', () => {
    for (const [method, path, scope] of [
      ['get', '/api/customers', 'read'],
      ['post', '/api/payments/refund', 'refund'],
    ] as const) {
      const operation = operationAt(method, path);
      expect(at(operation, 'security')).to.deep.equal([{ 'api-key': [] }]);
      expect(at(operation, 'x-scope')).to.equal(scope);
      expect(at(operation, 'description')).to.match(
        new RegExp(`\\. The API key needs the scope \`${scope}\`\\.$`),
      );
    }
    expect(at(operationAt('post', '/api/webhooks'), 'security')).to.deep.equal([
      { 'processor-signature': [] },
      { 'stripe-signature': [] },
    ]);
    expect(at(operationAt('get', '/health'), 'security')).to.deep.equal([]);
    expect(at(document, 'components.securitySchemes')).to.deep.include({
      'processor-signature': {
        type: 'apiKey',
        in: 'header',
        name: 'processor-signature',
        description: 'The whole signature header: `t=<unix>,v1=<hex>`',
      },
    });
    expect(at(document, 'components.securitySchemes.api-key')).to.include({
      type: 'http',
      scheme: 'bearer',
    });
  });

  it('speaks of no keys and scopes for a service without API keys', () => {
    const open = createOpenApiDocument({ version: '1.2.3', examples, open: true });
    const operation = at(open, 'paths./api/customers.get');
    expect(at(operation, 'security')).to.deep.equal([]);
    expect(operation).not.to.have.property('x-scope');
    expect(at(operation, 'description')).not.to.contain('scope');
    expect(at(operation, 'responses')).to.have.all.keys('200', '400', '403', '429', '500', '503');
    expect(at(open, 'components.responses')).not.to.have.property('Unauthorized');
    expect(at(open, 'components.securitySchemes')).to.have.all.keys(
      'processor-signature',
      'stripe-signature',
    );
  });

  it('names what any request is refused for once, in the language of the service', () => {
    const text = at(document, 'info.description');
    expect(text).to.contain('`El cuerpo debe ser un objeto JSON válido` (`invalid_json`)');
    const own = JSON.stringify(at(document, 'paths'));
    expect(own).not.to.contain('`El cuerpo debe ser un objeto JSON válido`');
  });

  it('has an Idempotency-Key wherever something changes under /api, except on webhooks', () => {
    const key = { $ref: '#/components/parameters/IdempotencyKey' };
    for (const { method, path, operation } of operations) {
      const changes = method !== 'get' && !path.startsWith('/api/webhooks');
      const asked: unknown = at(operation, 'parameters') ?? [];
      if (changes) expect(asked, `${method} ${path}`).to.deep.include(key);
      else expect(asked, `${method} ${path}`).not.to.deep.include(key);
      expect(at(operation, 'responses.409') !== undefined, path).to.equal(changes);
      expect(at(operation, 'responses.422') !== undefined, path).to.equal(changes);
    }
    expect(at(document, 'components.parameters.IdempotencyKey')).to.deep.include({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
    });
    expect(
      at(operationAt('post', '/api/customers'), 'responses.201.headers.idempotent-replayed'),
    ).to.deep.equal({ $ref: '#/components/headers/idempotent-replayed' });
  });

  it('describes the Idempotency-Key as the service accepts it', () => {
    const schema = at(document, 'components.parameters.IdempotencyKey.schema');
    const takes = compileSchema(Object(schema), document);
    expect(takes('order 42')).to.equal(true);
    expect(takes('k'.repeat(255))).to.equal(true);
    for (const key of ['', 'k'.repeat(256), 'ñ']) expect(takes(key)).to.equal(false);
  });

  it('has the messages in the language of the service, or in either', () => {
    const messageIn = (...locale: Locale) => {
      const own = createOpenApiDocument({ version: '1.2.3', examples, locale });
      const { schema } = Object(
        at(own, 'paths./api/customers.post.responses.201.content.application/json'),
      );
      return { own, schema };
    };
    const english = messageIn('en');
    expect(at(english.schema, 'properties.message')).to.deep.equal({
      type: 'string',
      const: 'Customer created',
    });
    const shown = JSON.stringify(english.own);
    expect(shown).to.include('"message":"Customer created"');
    expect(shown).not.to.include('Cliente creado correctamente');
    expect(shown).not.to.include('El cuerpo debe ser un objeto JSON válido`');
    expect(at(messageIn('en', 'es').schema, 'properties.message')).to.deep.equal({
      type: 'string',
      enum: ['Customer created', 'Cliente creado correctamente'],
    });
  });

  it('has the given version', () => {
    expect(at(document, 'info')).to.deep.include({
      version: '1.2.3',
      license: { name: 'MIT', identifier: 'MIT' },
    });
  });
});
