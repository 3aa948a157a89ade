import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { signatureOf } from '../support/http/signature-of.js';
import { at } from '../support/json/at.js';
import { onEveryBinding, onEveryProcessor, useService } from '../support/service/use-service.js';
import { until } from '../support/time/until.js';

const keys = ['first-key-of-the-shop', 'second-key-of-the-shop'] as const;
const secret = `${'whsec'}_${'access0123456789'}`;

const refused = { status: 401, message: 'API key inválida o ausente', code: 'unauthorized' };

// Written from the interface document and the decisions: one line per operation and path.
const guarded: ReadonlyArray<readonly [method: string, path: string]> = [
  ['POST', '/api/customers/create'],
  ['POST', '/api/customers'],
  ['GET', '/api/customers/cus_1'],
  ['GET', '/api/customers'],
  ['PUT', '/api/customers/update'],
  ['PUT', '/api/customers/cus_1'],
  ['DELETE', '/api/customers/delete'],
  ['DELETE', '/api/customers/cus_1'],
  ['POST', '/api/cards'],
  ['POST', '/api/cards/create'],
  ['POST', '/api/cards/assign'],
  ['GET', '/api/cards/cus_1'],
  ['POST', '/api/cards/default'],
  ['DELETE', '/api/cards/delete'],
  ['POST', '/api/payments/create'],
  ['POST', '/api/payments'],
  ['POST', '/api/payments/confirm'],
  ['GET', '/api/payments'],
  ['GET', '/api/payments/pi_1'],
  ['POST', '/api/payments/capture'],
  ['POST', '/api/payments/cancel'],
  ['POST', '/api/payments/refund'],
  ['GET', '/api/payments/pi_1/refunds'],
  ['GET', '/api/charges'],
  ['GET', '/api/refunds'],
  ['GET', '/api/disputes'],
  ['GET', '/api/balance'],
  ['GET', '/api/balance-transactions'],
  ['GET', '/api/payouts'],
  ['GET', '/api/payouts/po_1/transactions'],
  ['POST', '/api/disputes/du_1/evidence'],
  ['POST', '/api/disputes/du_1/close'],
  ['GET', '/api/events'],
  ['GET', '/api/events/evt_1'],
];

const withKeys = { env: { API_KEYS: keys.join(','), WEBHOOK_SECRET: secret } };

onEveryBinding('interface: access with API keys', withKeys, ({ call }) => {
  for (const [method, path] of guarded) {
    it(`§5 A1: ${method} ${path} without a key is 401, and with a key it is not`, async () => {
      const body = method === 'GET' ? {} : { body: {} };
      const answer = await call(method, path, body);
      expectFailure(answer, refused);
      expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
      const headers = { authorization: `Bearer ${keys[0]}` };
      expect((await call(method, path, { ...body, headers })).status).not.to.equal(401);
    });
  }

  for (const key of keys) {
    for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`]) {
      it(`A1: ${authorization.slice(0, 14)}… is accepted`, async () => {
        const answer = await call('GET', '/api/customers', { headers: { authorization } });
        expectSuccess(answer, 200, 'Clientes listados correctamente');
      });
    }
  }

  for (const [what, authorization] of [
    ['another key', 'Bearer another-key'],
    ['part of a key', `Bearer ${keys[0].slice(0, -1)}`],
    ['a key with an extra character', `Bearer ${keys[0]}x`],
    ['both keys', `Bearer ${keys[0]},${keys[1]}`],
    ['two words', `Bearer ${keys[0]} ${keys[1]}`],
    ['no scheme', keys[0]],
    ['another scheme', `Basic ${Buffer.from(`${keys[0]}:`).toString('base64')}`],
    ['an empty key', 'Bearer '],
    ['a key in capitals', `Bearer ${keys[0].toUpperCase()}`],
    ['an empty header', ''],
  ] as const) {
    it(`A1: ${what} is 401`, async () => {
      expectFailure(await call('GET', '/api/customers', { headers: { authorization } }), refused);
    });
  }

  it('A1: access is checked before the body: a malformed body without a key is 401', async () => {
    expectFailure(await call('POST', '/api/customers', { raw: '{' }), refused);
  });

  it('A1: a refused request changes nothing', async () => {
    const headers = { authorization: `Bearer ${keys[0]}` };
    const customers = async () => (await call('GET', '/api/customers', { headers })).text;
    const before = await customers();
    await call('POST', '/api/customers', {
      body: { email: 'a@example.com', name: 'A', phone: '1' },
    });
    expect(await customers()).to.equal(before);
  });

  for (const path of ['/api/webhooks/processor', '/api/webhooks', '/api/webhooks/stripe']) {
    it(`A1: POST ${path} needs a signature and no key`, async () => {
      const body = JSON.stringify({
        id: `evt_${path.length}`,
        object: 'event',
        type: 'charge.succeeded',
        created: 1,
        livemode: false,
        data: { object: {} },
      });
      const signature = signatureOf(body, secret, Math.floor(Date.now() / 1000));
      const headers = { 'processor-signature': signature };
      expectSuccess(
        await call('POST', path, { raw: body, headers }),
        200,
        'Webhook recibido correctamente',
      );
    });
  }

  it('E10: an unknown route is 404 with and without a key', async () => {
    expectFailure(await call('GET', '/api/nada'), {
      status: 404,
      message: 'Route not found: /api/nada',
      code: null,
    });
  });
});

onEveryProcessor('interface: paths outside /api with API keys', withKeys, ({ call }) => {
  for (const path of ['/health', '/ready', '/doc', '/doc/openapi.json']) {
    it(`A1: GET ${path} is outside /api and needs no key`, async () => {
      expect((await call('GET', path)).status).to.equal(200);
    });
  }
});

const named = { shop: keys, backoffice: ['third-key-of-the-shop'] } as const;

onEveryProcessor(
  'interface: access of named clients',
  {
    env: {
      API_KEYS: [
        ...named.shop.map((key) => `shop:${key}`),
        `backoffice=office:${named.backoffice[0]}`,
        ':fourth-key:of-nobody',
      ].join(','),
    },
  },
  ({ call, logged }) => {
    const clientOf = async (key: string): Promise<unknown> => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await call('GET', '/api/customers', { headers });
      expectSuccess(answer, 200, 'Clientes listados correctamente');
      const id = answer.headers.get('x-request-id') ?? 'none';
      const ofIt = (): string | undefined =>
        logged()
          .split('\n')
          .find((line) => line.includes(id));
      await until(async () => ofIt() !== undefined);
      return at(JSON.parse(ofIt() ?? ''), 'client');
    };

    for (const [client, ofClient] of Object.entries(named)) {
      for (const key of ofClient) {
        it(`A1a: ${key} is accepted, and logged as ${client}`, async () => {
          expect(await clientOf(key)).to.equal(client);
        });
      }
    }

    it('A1a: a key with a colon and without a name is accepted, and the log shows no name', async () => {
      expect(await clientOf('fourth-key:of-nobody')).to.equal(undefined);
    });

    for (const key of ['shop', `shop:${keys[0]}`, `:${keys[0]}`, 'of-nobody', 'office']) {
      it(`A1a: ${key.slice(0, 12)}… is 401`, async () => {
        const headers = { authorization: `Bearer ${key}` };
        expectFailure(await call('GET', '/api/customers', { headers }), refused);
      });
    }
  },
);

onEveryBinding('interface: access without API keys', {}, ({ call }) => {
  it('§5 A1: every request is accepted, with or without a bearer header', async () => {
    for (const headers of [{}, { authorization: 'Bearer anything' }]) {
      const answer = await call('GET', '/api/customers', { headers });
      expectSuccess(answer, 200, 'Clientes listados correctamente');
    }
  });
});

describe('interface: production', () => {
  const service = useService({
    env: {
      NODE_ENV: 'production',
      API_KEYS: keys[0],
      IDEMPOTENCY_SECRET: '0123456789abcdef',
      ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: 'true',
    },
    processor: {
      retrieveCustomer: () => {
        throw new Error('a defect that only the log may show');
      },
    },
  });
  const headers = { authorization: `Bearer ${keys[0]}` };

  for (const [method, path, body, status, message, code] of [
    ['GET', '/nada', undefined, 404, 'Route not found: /nada', null],
    [
      'POST',
      '/api/webhooks',
      {},
      400,
      'Missing processor-signature header',
      'webhook_signature_missing',
    ],
    ['GET', '/api/customers/cus_1', undefined, 500, 'Error interno del servidor', null],
    ['GET', '/api/events/evt_1', undefined, 404, 'Evento no encontrado', 'resource_missing'],
  ] as const) {
    it(`§7 E8 E9: the body of ${method} ${path}, ${status}, has no stack`, async () => {
      const answer = await service.call(method, path, {
        headers,
        ...(body === undefined ? {} : { body }),
      });
      expect(answer.status).to.equal(status);
      const outcome = status >= 500 ? { outcome: 'not_done' } : {};
      const hint = at(answer.body, 'hint');
      const hints = hint === undefined ? {} : { hint };
      expect(answer.body).to.deep.equal({ status: false, message, code, ...hints, ...outcome });
    });
  }

  it('§7 E8 E9 E20: a 400 has its code and the names of the missing fields, but no stack', async () => {
    const answer = await service.call('POST', '/api/customers', { headers, body: { name: 'Ana' } });
    expect(answer.status).to.equal(400);
    expect(answer.body).to.deep.equal({
      status: false,
      message: 'email, name y phone son requeridos',
      code: 'missing_fields',
      fields: ['email', 'phone'],
    });
  });

  it('§7 E8 E9: the body of a 401 has no stack', async () => {
    const answer = await service.call('GET', '/api/customers');
    expect(answer.body).to.deep.equal({
      status: false,
      message: 'API key inválida o ausente',
      code: 'unauthorized',
      hint: 'Envíe la clave en la cabecera Authorization: Bearer <clave>',
    });
  });

  it('E8: the cause is in the log', async () => {
    await service.call('GET', '/api/customers/cus_1', { headers });
    expect(service.logged()).to.include('a defect that only the log may show');
  });
});
