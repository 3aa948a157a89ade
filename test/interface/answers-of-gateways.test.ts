import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { useHttpServer } from '../support/http/use-http-server.js';
import { startTestService, type TestService } from '../support/service/start-service.js';

type Reply = { readonly status: number; readonly type: string; readonly body: string };

const unanswered =
  'El procesador de pagos no ha respondido y no se sabe si la operación se realizó; repítala con la misma Idempotency-Key o compruebe el pago';
const notDone =
  'El procesador de pagos no está disponible y la operación no se ha realizado; inténtelo de nuevo';

const page = (status: number): Reply => ({
  status,
  type: 'text/html',
  body: '<html>not what was asked for</html>',
});

const json = (body: object): Reply => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(body),
});

const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 1999,
  currency: 'eur',
  customer: 'cus_1',
  payment_method: 'pm_1',
  status: 'requires_confirmation',
  created: 1_700_000_000,
  livemode: false,
  payment_method_types: ['card'],
  latest_charge: null,
};

const payment = { amount: '19.99', customer_id: 'cus_1', payment_method: 'pm_1' };

describe('a gateway between the service and Stripe', () => {
  const replies: Array<Reply> = [];
  let created = 0;
  const keysSeen = new Set<unknown>();
  // Lists are empty. Other requests get the replies in order, and the last reply is repeated.
  const url = useHttpServer((request, response) => {
    if (request.method === 'GET' && String(request.url).includes('created')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', data: [], has_more: false, url: '/v1' }));
      return;
    }
    if (request.method === 'POST') {
      created += 1;
      keysSeen.add(request.headers['idempotency-key']);
    }
    const [reply = page(502)] = replies.length > 1 ? replies.splice(0, 1) : replies;
    response.writeHead(reply.status, { 'content-type': reply.type });
    response.end(reply.body);
  });
  let service: TestService;
  before(async () => {
    service = await startTestService({
      env: {
        PROCESSOR: 'stripe',
        STRIPE_SECRET_KEY: ['sk', 'test', 'gateways'].join('_'),
        STRIPE_BASE_URL: url(),
        STRIPE_MAX_RETRIES: '0',
      },
    });
  });
  after(() => service.close());

  const met = (...then: ReadonlyArray<Reply>): void => {
    replies.splice(0, replies.length, ...then);
    keysSeen.clear();
    created = 0;
  };
  const pay = (headers: { readonly [name: string]: string } = {}) =>
    service.call('POST', '/api/payments', { body: payment, headers });

  for (const status of [200, 302, 401, 403, 404, 407, 408, 425, 429, 500, 502, 504]) {
    it(`a page with ${status} instead of the response to a payment is 503, outcome unknown`, async () => {
      met(page(status));
      expectFailure(await pay(), {
        status: 503,
        message: unanswered,
        code: 'processor_unavailable',
        outcome: 'unknown',
      });
    });

    it(`a page with ${status} instead of a payment that is read is 503, outcome not_done`, async () => {
      met(page(status));
      expectFailure(await service.call('GET', '/api/payments/pi_1'), {
        status: 503,
        message: notDone,
        code: 'processor_unavailable',
        outcome: 'not_done',
      });
    });
  }

  it('the page is not stored under the idempotency key: the same request runs again and succeeds', async () => {
    met(page(404), json(intent));
    const headers = { 'idempotency-key': 'gateway-404' };
    const first = await pay(headers);
    expect([first.status, first.headers.get('retry-after')]).to.deep.equal([503, '2']);
    expectSuccess(await pay(headers), 201, 'Intento de pago creado correctamente');
    expect([created, keysSeen.size], 'twice under one key').to.deep.equal([2, 1]);
  });

  it('a payment that was done, but whose response is not a payment, has an unknown outcome, and its key is in doubt', async () => {
    met(json({ id: 'cus_1', object: 'customer', created: 1_700_000_000 }), json(intent));
    const headers = { 'idempotency-key': 'no-intent' };
    expectFailure(await pay(headers), {
      status: 500,
      message: 'Error interno del servidor',
      code: null,
      outcome: 'unknown',
    });
    expectSuccess(await pay(headers), 201, 'Intento de pago creado correctamente');
    expect([created, keysSeen.size], 'twice under one key').to.deep.equal([2, 1]);
  });
});
