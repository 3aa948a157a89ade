import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { onService, useService } from '../support/service/use-service.js';

const missing =
  'Esta operación necesita una clave en la cabecera Idempotency-Key: envíe una clave nueva para cada operación y repita la petición con la misma';

const misspelt = (name: string): string =>
  `Esta operación necesita una clave en la cabecera Idempotency-Key, y no en ${name}: envíe una clave nueva para cada operación y repita la petición con la misma`;

const required = { status: 400, message: missing, code: 'idempotency_key_required' };

const ana = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };

const movingMoney = [
  ['POST', '/api/payments'],
  ['POST', '/api/payments/create'],
  ['POST', '/api/payments/confirm'],
  ['POST', '/api/payments/capture'],
  ['POST', '/api/payments/cancel'],
  ['POST', '/api/payments/refund'],
] as const;

onService(
  'interface: keys demanded where money moves',
  { env: { REQUIRE_IDEMPOTENCY_KEY: 'money' } },
  ({ call, logged }) => {
    for (const [method, path] of movingMoney) {
      it(`A13: ${method} ${path} without Idempotency-Key is 400 before its body is read`, async () => {
        expectFailure(await call(method, path, { body: { nonsense: true } }), required);
      });
    }

    for (const name of [
      'Idempotancy-Key',
      'Idempotency_Key',
      'IdempotencyKey',
      'X-Idempotency-Key',
      'X-Idempotent-Key',
    ]) {
      it(`A13: a key in ${name} is refused with the right name, and not logged`, async () => {
        const answer = await call('POST', '/api/payments/refund', {
          body: { chargeId: 'ch_1' },
          headers: { [name]: 'order-4711' },
        });
        expectFailure(answer, { ...required, message: misspelt(name.toLowerCase()) });
        expect(logged()).to.include(`"fields":"${name.toLowerCase()}"`);
        expect(logged()).not.to.include('order-4711');
      });
    }

    it('A13: with a key the request is done, and its repetition is answered', async () => {
      const headers = { 'Idempotency-Key': 'refund-1' };
      const body = { chargeId: 'ch_missing' };
      const first = await call('POST', '/api/payments/refund', { body, headers });
      const second = await call('POST', '/api/payments/refund', { body, headers });
      expect([first.status, second.status]).to.deep.equal([404, 404]);
      expect(second.headers.get('idempotent-replayed')).to.equal('true');
    });

    it('A13: requests that move no money need none', async () => {
      expectSuccess(
        await call('POST', '/api/customers', { body: ana }),
        201,
        'Cliente creado correctamente',
      );
      expectSuccess(await call('GET', '/api/customers'), 200, 'Clientes listados correctamente');
    });
  },
);

describe('interface: keys demanded of all changes', () => {
  const { call } = useService({ env: { REQUIRE_IDEMPOTENCY_KEY: 'all' } });

  it('A13: every change needs a key, reading and webhooks need none', async () => {
    expectFailure(await call('POST', '/api/customers', { body: ana }), required);
    expectFailure(await call('DELETE', '/api/customers/cus_1'), required);
    expectSuccess(
      await call('POST', '/api/customers', { body: ana, headers: { 'Idempotency-Key': 'a' } }),
      201,
      'Cliente creado correctamente',
    );
    expectSuccess(await call('GET', '/api/customers'), 200, 'Clientes listados correctamente');
    expectFailure(await call('POST', '/api/webhooks', { body: {} }), {
      status: 400,
      message: 'Missing processor-signature header',
      code: 'webhook_signature_missing',
    });
  });
});

describe('interface: keys demanded of clients', () => {
  const key = ['shop', 'key'].join('-');
  const { call } = useService({
    env: { REQUIRE_IDEMPOTENCY_KEY: 'all', API_KEYS: `shop:${key}`, LOCALE: 'en' },
  });

  it('A13: nobody learns of it without an API key, and the text is also English', async () => {
    const request = { body: ana };
    expect((await call('POST', '/api/customers', request)).status).to.equal(401);
    const headers = { authorization: `Bearer ${key}` };
    expectFailure(await call('POST', '/api/customers', { ...request, headers }), {
      ...required,
      message:
        'This operation needs a key in the header Idempotency-Key: send a new key for each operation, and repeat the request with the same one',
    });
  });
});
