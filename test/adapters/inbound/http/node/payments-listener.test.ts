import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import express from 'express';
import { createPaymentsListener } from '../../../../../src/adapters/inbound/http/node/payments-listener.js';
import type { PaymentsRouterOptions } from '../../../../../src/adapters/inbound/http/payments-interface.js';
import { createPayments } from '../../../../../src/index.js';
import { createMemoryProcessor } from '../../../../../src/memory.js';
import { callAt, type Sent } from '../../../../support/http/call.js';
import { expectFailure, expectSuccess } from '../../../../support/http/expect-answer.js';
import { signatureOf } from '../../../../support/http/signature-of.js';
import { useHttpServer } from '../../../../support/http/use-http-server.js';
import { withUseCases } from '../../../../support/http/with-use-cases.js';
import { at } from '../../../../support/json/at.js';

const secret = `${'whsec'}_${'listener0123456789'}`;
const processor = createMemoryProcessor({ seed: 'listener' });
const listenerWith = (options: PaymentsRouterOptions = {}) =>
  createPaymentsListener(createPayments({ processor, webhookSecrets: [secret] }), options);

const person = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };

const event = JSON.stringify({
  id: 'evt_listener',
  object: 'event',
  type: 'charge.succeeded',
  created: 1,
  livemode: false,
  data: { object: {} },
});

const delivery = (type = 'application/json'): Sent => ({
  raw: event,
  headers: {
    'content-type': type,
    'processor-signature': signatureOf(event, secret, Math.floor(Date.now() / 1000)),
  },
});

describe('createPaymentsListener', () => {
  describe('on a plain server', () => {
    const listener = listenerWith({ prefix: 'shop', verbose: true });
    const address = useHttpServer((request, response) => listener(request, response));

    it('answers under its prefix, and everything else with 404 in the envelope', async () => {
      const call = callAt(address());
      expectSuccess(
        await call('GET', '/shop/api/customers'),
        200,
        'Clientes listados correctamente',
      );
      for (const path of ['/shop/api/nothing', '/api/customers', '/']) {
        const failure = { status: 404, message: `Route not found: ${path}`, code: null };
        expectFailure(await call('GET', path), failure);
      }
    });
  });

  describe('for a body that is nested very deep', () => {
    const listener = listenerWith();
    const address = useHttpServer((request, response) => listener(request, response));

    it('says what is wrong with it where money moves, and that nothing was done', async () => {
      const depth = 15_000;
      const answer = await callAt(address())('POST', '/api/payments/refund', {
        raw: `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
      });
      expect(answer.status).to.equal(400);
      expect(at(answer.body, 'code')).to.equal('unknown_field');
    });
  });

  it('refuses a prefix that is the path of no request', () => {
    for (const prefix of ['/shop?x', '/shop#x', ' /shop', '/año', 'http://shop.example/shop']) {
      expect(() => listenerWith({ prefix })).to.throw(
        TypeError,
        'createPaymentsListener: prefix must be a path such as /shop, without spaces, ? and #, and written as in a URL',
      );
    }
    expect(() => listenerWith({ prefix: '/a%C3%B1o/' })).not.to.throw();
  });

  describe('whose use case throws', () => {
    const lines: Array<string> = [];
    const note = (message: string): void => void lines.push(message);
    const listener = createPaymentsListener(
      withUseCases(createPayments({ processor }), {
        getCustomer: () => () => {
          throw new Error('defect');
        },
      }),
      { verbose: true, logger: { info: note, warn: note, error: note } },
    );
    const address = useHttpServer((request, response) => listener(request, response));

    it('answers a defect in the envelope, and logs it', async () => {
      expectFailure(await callAt(address())('GET', '/api/customers/cus_1'), {
        status: 500,
        message: 'Error interno del servidor',
        code: null,
        outcome: 'not_done',
      });
      expect(lines).to.deep.equal(['request failed']);
    });
  });

  describe('in an Express application', () => {
    const app = express();
    app.use('/first', listenerWith());
    app.use('/raw', express.raw({ type: '*/*' }), listenerWith());
    app.use(
      '/kept',
      express.json({
        verify: (request, _response, bytes) => void Object.assign(request, { rawBody: bytes }),
      }),
      listenerWith(),
    );
    app.use(
      '/bytes',
      async (request, _response, next) => {
        Object.assign(request, { rawBody: await buffer(request) });
        next();
      },
      listenerWith(),
    );
    app.use('/json', express.json(), listenerWith({ verbose: true }));
    app.use((_request, response) => void response.status(418).send('the application'));
    const address = useHttpServer(app);

    it('leaves other paths to the application', async () => {
      const answer = await callAt(address())('GET', '/first/elsewhere');
      expect(answer).to.include({ status: 418, text: 'the application' });
    });

    for (const parser of ['first', 'raw', 'kept', 'bytes', 'json']) {
      it(`creates a customer at /${parser}`, async () => {
        const answer = await callAt(address())('POST', `/${parser}/api/customers`, {
          body: person,
        });
        expectSuccess(answer, 201, 'Cliente creado correctamente');
      });
    }

    for (const parser of ['first', 'raw', 'kept', 'bytes']) {
      it(`verifies webhooks at /${parser}`, async () => {
        const answer = await callAt(address())('POST', `/${parser}/api/webhooks`, delivery());
        expectSuccess(answer, 200, 'Webhook recibido correctamente');
      });
    }

    it('refuses JSON in bytes that is not valid', async () => {
      const answer = await callAt(address())('POST', '/raw/api/customers', { raw: '{' });
      expect(answer.status).to.equal(400);
      expect(at(answer.body, 'code')).to.equal('invalid_json');
    });

    it('reads a body that was kept, but not parsed, as JSON only', async () => {
      const call = callAt(address());
      const broken = await call('POST', '/bytes/api/customers', { raw: '{' });
      expect(at(broken.body, 'code')).to.equal('invalid_json');
      const other = await call('POST', '/bytes/api/events/replay', {
        raw: 'type=charge.succeeded',
        headers: { 'content-type': 'text/plain' },
      });
      expect(at(other.body, 'code')).to.equal('unsupported_media_type');
      expect((await call('POST', '/bytes/api/events/replay')).status).to.equal(200);
    });

    for (const parser of ['first', 'kept', 'bytes']) {
      it(`finds a repeated field where money moves at /${parser}`, async () => {
        const answer = await callAt(address())('POST', `/${parser}/api/payments/refund`, {
          raw: '{"chargeId":"ch_1","amount":1,"amount":100}',
        });
        expect(answer.status).to.equal(400);
        expect(at(answer.body, 'message')).to.equal('amount aparece más de una vez en el cuerpo');
      });
    }

    it('says that a parser has consumed the body of a webhook', async () => {
      const answer = await callAt(address())('POST', '/json/api/webhooks', delivery());
      expect(answer.status).to.equal(500);
      expect(at(answer.body, 'stack')).to.match(/^BodyAlreadyRead: .*express\.json\(\)/);
    });

    it('reads a webhook itself that a parser of JSON has left alone', async () => {
      const answer = await callAt(address())('POST', '/json/api/webhooks', delivery('text/plain'));
      expectSuccess(answer, 200, 'Webhook recibido correctamente');
    });
  });

  it('throws a TypeError for wrong options', () => {
    expect(() => listenerWith({ apiKeys: ['a b'] })).to.throw(TypeError, 'entry 1');
    // @ts-expect-error Not what createPayments() returns.
    expect(() => createPaymentsListener(processor)).to.throw(
      TypeError,
      'createPaymentsListener: the first argument must be what createPayments() returns',
    );
  });
});
