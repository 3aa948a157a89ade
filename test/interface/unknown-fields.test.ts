import { expect } from 'chai';
import { expectFailure } from '../support/http/expect-answer.js';
import { at } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { startTestService, type TestService } from '../support/service/start-service.js';
import { onService, useService } from '../support/service/use-service.js';
import { useSqlite } from '../support/stores/use-sqlite.js';

const unknown = (message: string) => ({ status: 400, message, code: 'unknown_field' });

// The bodies of the interface document with one wrong name, and the message that refuses each.
const moving: ReadonlyArray<readonly [path: string, body: object, message: string]> = [
  [
    '/api/payments/refund',
    { chargeId: 'ch_1', ammount: 500 },
    'Campo desconocido: ammount (¿Quería decir amount?)',
  ],
  [
    '/api/payments/refund',
    { charge: 'ch_1', Amount: 500 },
    'Campos desconocidos: charge (¿Quería decir chargeId?), Amount (¿Quería decir amount?)',
  ],
  [
    '/api/payments',
    { amount: 10, customer_id: 'cus_1', payment_method: 'pm_card_visa', confirmm: true },
    'Campo desconocido: confirmm (¿Quería decir confirm?)',
  ],
  [
    '/api/payments/create',
    { amount: 10, customerId: 'cus_1', payment_method: 'pm_card_visa', zzz: null },
    'Campos desconocidos: customerId (¿Quería decir customer_id?), zzz',
  ],
  [
    '/api/payments/confirm',
    { payment_intent: 'pi_1' },
    'Campo desconocido: payment_intent (¿Quería decir paymentId?)',
  ],
  [
    '/api/setup-intents',
    { customer: 'cus_1', confirmar: true },
    'Campos desconocidos: customer (¿Quería decir customer_id?), confirmar (¿Quería decir confirm?)',
  ],
  [
    '/api/setup-intents/confirm',
    { setup_intent: 'seti_1', returnUrl: 'https://shop.example/cards' },
    'Campos desconocidos: setup_intent (¿Quería decir setupIntentId?), returnUrl (¿Quería decir return_url?)',
  ],
  [
    '/api/setup-intents/cancel',
    { intent: 'seti_1' },
    'Campo desconocido: intent (¿Quería decir setupIntentId?)',
  ],
  [
    '/api/payments/cancel',
    { paymentId: 'pi_1', cancellation_reason: 'duplicate' },
    'Campo desconocido: cancellation_reason (¿Quería decir reason?)',
  ],
];

onService('interface: unknown fields where money moves', {}, (service) => {
  const { call } = service;
  const given = journeys(call);

  for (const [path, body, message] of moving) {
    it(`E18: POST ${path} with ${Object.keys(body).join(', ')} is refused`, async () => {
      expectFailure(await call('POST', path, { body }), unknown(message));
    });
  }

  it('E18: with a misspelt amount nothing is refunded', async () => {
    const { charge, payment } = await given.paid(19.99);
    const body = { chargeId: charge, ammount: 500 };
    expect((await call('POST', '/api/payments/refund', { body })).status).to.equal(400);
    const { body: found } = await call('GET', `/api/payments/${payment}`);
    expect(at(found, 'data.charges.data.0')).to.include({ refunded: false, amount_refunded: 0 });
  });

  it('E18: an unknown query parameter is refused, even if the body has a field of that name', async () => {
    const body = { chargeId: 'ch_1' };
    expectFailure(
      await call('POST', '/api/payments/refund?amount=500', { body }),
      unknown('Campo desconocido: ?amount (¿Quería decir amount?)'),
    );
  });

  it('E18: a name that may be a card number is not shown', async () => {
    const raw = '{"chargeId":"ch_1","4242424242424242":"1"}';
    expectFailure(
      await call('POST', '/api/payments/refund', { raw }),
      unknown('Campo desconocido: [number]'),
    );
  });

  it('E18: __proto__ is always refused', async () => {
    const raw = '{"chargeId":"ch_1","__proto__":{"amount":500}}';
    expect((await call('POST', '/api/payments/refund', { raw })).status).to.equal(400);
  });

  it('§4: the bodies of the interface document have no unknown field', async () => {
    const bodies: ReadonlyArray<readonly [path: string, body: object]> = [
      [
        '/api/payments',
        { amount: 10, customer_id: 'cus_1', payment_method: 'pm_1', confirm: true },
      ],
      ['/api/payments', { amount: 10.5, customer_id: 'cus_1', payment_method: 'card_1' }],
      ['/api/payments/confirm', { paymentId: 'pi_1' }],
      ['/api/payments/refund', { chargeId: 'ch_1', amount: 1 }],
    ];
    for (const [path, body] of bodies) {
      expect(at((await call('POST', path, { body })).body, 'code')).not.to.equal('unknown_field');
    }
  });

  it('E18: other operations accept unknown fields, and log their names without their values', async () => {
    const name = 'favourite_colour';
    const body = { email: 'a@example.com', name: 'Ana', phone: '1', [name]: 'ultramarine' };
    expect((await call('POST', '/api/customers', { body })).status).to.equal(201);
    expect((await call('GET', '/api/customers?limite=3')).status).to.equal(200);
    const lines = service
      .logged()
      .split('\n')
      .filter((line) => line.includes('unknown fields'));
    expect(lines.map((line) => at(JSON.parse(line), 'fields'))).to.deep.equal([
      name,
      '?limite (nearest: limit)',
    ]);
    expect(lines.join('')).not.to.include('ultramarine');
  });
});

describe('interface: UNKNOWN_FIELDS=refuse', () => {
  const { call } = useService({ env: { UNKNOWN_FIELDS: 'refuse' } });

  it('E18: unknown fields are refused everywhere', async () => {
    const body = { email: 'a@example.com', name: 'Ana', phone: '1', emial: 'b@example.com' };
    expectFailure(
      await call('POST', '/api/customers', { body }),
      unknown('Campo desconocido: emial (¿Quería decir email?)'),
    );
    expectFailure(
      await call('GET', '/api/customers?limt=3'),
      unknown('Campo desconocido: ?limt (¿Quería decir limit?)'),
    );
  });
});

describe('interface: UNKNOWN_FIELDS=ignore', () => {
  const { call } = useService({ env: { UNKNOWN_FIELDS: 'ignore' } });

  it('E18: unknown fields are accepted everywhere', async () => {
    const { charge } = await journeys(call).paid(10);
    const body = { chargeId: charge, ammount: 5 };
    const answer = await call('POST', '/api/payments/refund', { body });
    expect([answer.status, at(answer.body, 'data.amount')]).to.deep.equal([201, 1000]);
  });
});

describe('interface: unknown fields accepted before UNKNOWN_FIELDS changes', () => {
  const sqlite = useSqlite();
  const started: Array<TestService> = [];
  afterEach(async () => {
    for (const service of started.splice(0)) await service.close();
  });

  it('I2, E18: a repeated key gets its stored response, and nothing else is done', async () => {
    const DATABASE_URL = `file:${await sqlite.file()}`;
    const start = async (env: Readonly<Record<string, string>>) => {
      const service = await startTestService({ env: { DATABASE_URL, ...env } });
      started.push(service);
      return service;
    };
    const headers = { 'idempotency-key': 'refund 42' };
    const before = await start({ UNKNOWN_FIELDS: 'ignore' });
    const { charge } = await journeys(before.call).paid(10);
    const body = { chargeId: charge, amount: 300, note: 'late' };
    const refund = await before.call('POST', '/api/payments/refund', { body, headers });
    expect([refund.status, at(refund.body, 'data.amount')]).to.deep.equal([201, 300]);

    const { call } = await start({});
    const again = await call('POST', '/api/payments/refund', { body, headers });
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect([again.status, again.body]).to.deep.equal([201, refund.body]);
    const refused = unknown('Campo desconocido: note');
    for (const key of ['refund 43', 'refund 43']) {
      const other = { body, headers: { 'idempotency-key': key } };
      expectFailure(await call('POST', '/api/payments/refund', other), refused);
    }
  });
});
