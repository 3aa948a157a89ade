import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect } from 'chai';
import Koa from 'koa';
import { createFetchHandler } from '../../src/fetch.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { createPaymentsApp, createPaymentsRouter } from '../../src/koa.js';
import { createPaymentsListener } from '../../src/node.js';
import { type Call, callAt, callOf } from '../support/http/call.js';
import { useListening } from '../support/http/use-http-server.js';
import { at } from '../support/json/at.js';
import { redirectProcessor } from '../support/processors/redirect-processor.js';

const apiKeys = ['shop:sesame-of-a-shop', 'reader:sesame-of-a-reader'];
const locale = ['es', 'en'] as const;
const key = { authorization: 'Bearer sesame-of-a-shop' };

const paymentsOver = () => createPayments({ processor: redirectProcessor().processor });
const options = { apiKeys, locale };

const onServer = (
  listener: (message: IncomingMessage, response: ServerResponse) => unknown,
): (() => Call) => {
  const server = createServer((message, response) => {
    listener(message, response);
  });
  const address = useListening(server);
  return () => callAt(address());
};

const bindings: { readonly [name: string]: () => () => Call } = {
  createFetchHandler: () => {
    const handler = createFetchHandler(paymentsOver(), options);
    return () => callOf('https://shop.example', handler);
  },
  createPaymentsListener: () => onServer(createPaymentsListener(paymentsOver(), options)),
  createPaymentsApp: () => onServer(createPaymentsApp(paymentsOver(), options).callback()),
  createPaymentsRouter: () =>
    onServer(new Koa().use(createPaymentsRouter(paymentsOver(), options).routes()).callback()),
};

const refusal = (message: string) => (feature: string) => ({
  status: false,
  message,
  code: 'unsupported_operation',
  feature,
  outcome: 'not_done',
});
const spanish = refusal('Operación no disponible con este procesador');
const english = refusal('Operation not available with this processor');

for (const [name, bind] of Object.entries(bindings)) {
  describe(`interface: a processor with few features, by ${name}`, () => {
    const bound = bind();
    const call: Call = (method, path, sent = {}) =>
      bound()(method, path, { ...sent, headers: { ...key, ...sent.headers } });

    for (const [method, path, body, feature] of [
      [
        'POST',
        '/api/customers',
        { email: 'ada@example.com', name: 'Ada', phone: '1' },
        'customers',
      ],
      ['POST', '/api/customers/create', {}, 'customers'],
      ['GET', '/api/customers', undefined, 'customers'],
      ['GET', '/api/customers/cus_1', undefined, 'customers'],
      ['PUT', '/api/customers/update', { userId: 'cus_1' }, 'customers'],
      ['DELETE', '/api/customers/delete', { userId: 'cus_1' }, 'customers'],
      ['POST', '/api/cards', { number: '4242424242424242' }, 'cardTokens'],
      ['POST', '/api/cards/assign', { userId: 'cus_1', source: 'tok_1' }, 'customers'],
      ['GET', '/api/cards/cus_1', undefined, 'customers'],
      ['GET', '/api/payments?userId=cus_1', undefined, 'customers'],
      ['POST', '/api/payments/capture', { paymentId: '0042A1' }, 'capture'],
      ['GET', '/api/payments/0042A1/refunds', undefined, 'lists'],
      ['POST', '/api/setup-intents', { customer_id: 'cus_1' }, 'customers'],
      ['POST', '/api/payments', { amount: 19.99, customer_id: 'cus_1' }, 'customers'],
      ['POST', '/api/payments', { amount: 19.99, payment_method: 'pm_1' }, 'savedCards'],
      ['POST', '/api/payments', { amount: 19.99, confirm: true }, 'confirmOnCreation'],
      ['POST', '/api/payments', { amount: 19.99, capture_method: 'manual' }, 'capture'],
      ['POST', '/api/payments', { amount: 19.99, payment_methods: ['card'] }, 'methodChoice'],
      [
        'POST',
        '/api/payments/confirm',
        { paymentId: '0042A1', confirmation_token: 'ctoken_1' },
        'confirmationTokens',
      ],
      ['GET', '/api/charges', undefined, 'ledgers'],
      ['GET', '/api/refunds', undefined, 'ledgers'],
      ['GET', '/api/balance', undefined, 'balance'],
      ['GET', '/api/balance-transactions', undefined, 'balance'],
      ['GET', '/api/payouts', undefined, 'balance'],
      ['GET', '/api/payouts/po_1/transactions', undefined, 'balance'],
      ['GET', '/api/disputes', undefined, 'disputes'],
      ['POST', '/api/disputes/du_1/evidence', { evidence: {} }, 'disputes'],
      ['POST', '/api/disputes/du_1/close', undefined, 'disputes'],
      ['POST', '/api/payments/refund', { chargeId: '0042A1', amount: 500 }, 'partialRefunds'],
    ] as const) {
      it(`E21: ${method} ${path} ${body === undefined ? '' : JSON.stringify(body)} is 501`, async () => {
        const sent = body === undefined ? {} : { body };
        const answer = await call(method, path, sent);
        expect([answer.status, answer.body]).to.deep.equal([501, spanish(feature)]);
        const headers = { 'accept-language': 'en' };
        const told = await call(method, path, { ...sent, headers });
        expect([told.status, told.body]).to.deep.equal([501, english(feature)]);
      });
    }

    it('E21: without an API key it is 401 all the same', async () => {
      const answer = await bound()('GET', '/api/customers');
      expect([answer.status, at(answer.body, 'code')]).to.deep.equal([401, 'unauthorized']);
    });

    it('E21: the fields that the processor does not take are not required', async () => {
      const missing = await call('POST', '/api/payments', { body: {} });
      expect([missing.status, at(missing.body, 'message')]).to.deep.equal([
        400,
        'amount es requerido',
      ]);
      const paid = await call('POST', '/api/payments', {
        body: { amount: 19.99, return_url: 'https://shop.example/paid' },
      });
      expect([paid.status, at(paid.body, 'data')]).to.deep.equal([
        201,
        {
          id: '0042A1',
          object: 'payment_intent',
          amount: 1999,
          currency: 'eur',
          status: 'requires_action',
          created: 1_700_000_000,
          next_action: {
            type: 'post_form',
            post_form: { url: 'https://bank.example/pay', fields: { ORDER: '0042A' } },
          },
        },
      ]);
    });

    it('E21: an Idempotency-Key that came with it is free', async () => {
      const headers = { 'idempotency-key': 'order-42' };
      const refused = await call('POST', '/api/customers', { body: {}, headers });
      expect([refused.status, refused.body]).to.deep.equal([501, spanish('customers')]);
      const field = await call('POST', '/api/payments', {
        body: { amount: 5, confirm: true },
        headers,
      });
      expect([field.status, field.body]).to.deep.equal([501, spanish('confirmOnCreation')]);
      const paid = await call('POST', '/api/payments', { body: { amount: 5 }, headers });
      const again = await call('POST', '/api/payments', { body: { amount: 5 }, headers });
      expect([paid.status, again.body]).to.deep.equal([201, paid.body]);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
    });

    it('E21: /doc has what the processor has', async () => {
      const { status, body } = await call('GET', '/doc/openapi.json');
      expect(status).to.equal(200);
      expect(Object.keys(Object(at(body, 'paths')))).to.include.members([
        '/api/payments',
        '/api/payments/refund',
      ]);
      expect(Object.keys(Object(at(body, 'paths')))).not.to.include('/api/customers');
    });
  });
}

describe('interface: a processor with few features', () => {
  it('E21: is not logged as an error', async () => {
    const lines: Array<string> = [];
    const logger = {
      info: () => undefined,
      warn: () => undefined,
      error: (line: string) => void lines.push(line),
    };
    const call = callOf('https://shop.example', createFetchHandler(paymentsOver(), { logger }));
    expect((await call('GET', '/api/customers')).status).to.equal(501);
    expect(lines).to.deep.equal([]);
  });
});
