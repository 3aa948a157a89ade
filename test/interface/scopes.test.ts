import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { api } from '../../src/adapters/inbound/http/api.js';
import type { PaymentProcessor } from '../../src/application/ports/payment-processor.js';
import type { Call } from '../support/http/call.js';
import { expectFailure } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { capturedLog } from '../support/service/captured-log.js';
import { journeys } from '../support/service/journeys.js';
import {
  type ServiceSettings,
  startTestService,
  type TestService,
} from '../support/service/start-service.js';
import { until } from '../support/time/until.js';

/** Decision A12: what each scope is for. */
const routes: Readonly<Record<string, ReadonlyArray<string>>> = {
  read: [
    'GET /api/customers',
    'GET /api/customers/cus_1',
    'GET /api/cards/cus_1',
    'GET /api/payments',
    'GET /api/payments/pi_1',
    'GET /api/payments/pi_1/refunds',
    'GET /api/setup-intents/seti_1',
    'GET /api/checkout-sessions/cs_1',
  ],
  pay: [
    'POST /api/customers',
    'POST /api/customers/create',
    'PUT /api/customers/cus_1',
    'PUT /api/customers/update',
    'DELETE /api/customers/cus_1',
    'DELETE /api/customers/delete',
    'POST /api/cards',
    'POST /api/cards/create',
    'POST /api/cards/assign',
    'POST /api/cards/default',
    'DELETE /api/cards/delete',
    'POST /api/payments',
    'POST /api/payments/create',
    'PUT /api/payments/pi_1',
    'POST /api/payments/update',
    'POST /api/payments/confirm',
    'POST /api/payments/capture',
    'POST /api/payments/cancel',
    'POST /api/checkout-sessions',
    'POST /api/checkout-sessions/create',
    'POST /api/checkout-sessions/expire',
    'POST /api/setup-intents',
    'POST /api/setup-intents/create',
    'POST /api/setup-intents/confirm',
    'POST /api/setup-intents/cancel',
  ],
  refund: ['POST /api/payments/refund'],
  events: [
    'GET /api/events',
    'GET /api/events/evt_1',
    'POST /api/events/evt_1/replay',
    'POST /api/events/replay',
    'DELETE /api/events',
    'GET /api/doubts',
  ],
  ledger: [
    'GET /api/charges',
    'GET /api/refunds',
    'GET /api/disputes',
    'GET /api/balance',
    'GET /api/balance-transactions',
    'GET /api/payouts',
    'GET /api/payouts/po_1/transactions',
  ],
  disputes: ['POST /api/disputes/du_1/evidence', 'POST /api/disputes/du_1/close'],
};

const keyOf = (client: string): string => `key-of-the-client-${client}`;

const clients = [
  ...Object.keys(routes).map((scope) => ({ name: scope, keys: [keyOf(scope)], scopes: [scope] })),
  { name: 'shop', keys: [keyOf('shop')] },
  { name: 'till', keys: [keyOf('till')], largest_refund_minor: 500 },
];

describe('interface: scopes of clients', () => {
  const running: Array<() => Promise<unknown>> = [];

  afterEach(async () => {
    for (const end of running.splice(0).toReversed()) await end();
  });

  const start = async (
    settings: ServiceSettings = {},
    list: ReadonlyArray<object> = clients,
  ): Promise<TestService & { readonly write: (next: ReadonlyArray<object>) => Promise<void> }> => {
    for (const { name } of clients) capturedLog.guard(keyOf(name));
    const folder = await mkdtemp(join(tmpdir(), 'pasarela-scopes-'));
    running.push(() => rm(folder, { recursive: true }));
    const path = join(folder, 'clients.json');
    const write = (next: ReadonlyArray<object>) =>
      writeFile(path, JSON.stringify({ clients: next }), { mode: 0o600 });
    await write(list);
    const service = await startTestService({
      ...settings,
      env: { ...settings.env, API_KEYS_FILE: path },
    });
    running.push(service.close);
    return { ...service, write };
  };

  const as =
    (client: string, call: Call): Call =>
    (method, path, options = {}) =>
      call(method, path, {
        ...options,
        headers: { authorization: `Bearer ${keyOf(client)}`, ...options.headers },
      });

  it('A12: the table of this test has every route', () => {
    const known = Object.values(routes).flat().length;
    const paths = Object.values(api).flatMap((route) => route.paths);
    expect(known).to.equal(paths.length - api.receiveWebhook.paths.length);
  });

  it('A12: every route needs its scope, before its body is read', async () => {
    const { call } = await start();
    for (const [scope, calls] of Object.entries(routes)) {
      for (const line of calls) {
        const [method = '', path = ''] = line.split(' ');
        for (const client of ['read', 'pay', 'refund', 'events', 'ledger', 'disputes', 'shop']) {
          const body = method === 'GET' ? {} : { raw: '{"amount":' };
          const answer = await as(client, call)(method, path, body);
          if (client === scope || client === 'shop') {
            expect(answer.status, `${client}: ${line}`).not.to.equal(403);
            continue;
          }
          expectFailure(answer, {
            status: 403,
            message: `Esta clave de API no tiene el permiso ${scope}, necesario para esta operación`,
            code: 'insufficient_scope',
          });
          expect(answer.headers.get('www-authenticate')).to.equal(
            `Bearer error="insufficient_scope", scope="${scope}"`,
          );
        }
      }
    }
  });

  it('A12: webhooks, health checks and unknown paths need no scope', async () => {
    const { call } = await start();
    expect((await as('read', call)('POST', '/api/webhooks', { raw: '{}' })).status).to.equal(400);
    expect((await as('refund', call)('GET', '/api/nothing')).status).to.equal(404);
    expect((await call('GET', '/health')).status).to.equal(200);
  });

  it('A12: the log line of a refusal names the client', async () => {
    const { call, logged } = await start();
    await as('read', call)('POST', '/api/payments/refund', { body: {} });
    expect(logged()).to.match(
      /"route":"\/api\/payments\/refund","status":403,.*"client":"read","error":"InsufficientScope"/,
    );
  });

  it('A1a: every log line of a request names its client', async () => {
    const { call, logged } = await start({
      processor: {
        listCustomers: () =>
          TE.left({ _tag: 'ProcessorFailed', status: 502, cause: new Error('bad gateway') }),
      },
    });
    expect((await as('shop', call)('GET', '/api/customers')).status).to.equal(502);
    const lines = logged()
      .split('\n')
      .filter((line) => line.includes('request_id'));
    expect(lines).to.have.length(2);
    for (const line of lines) expect(line).to.include('"client":"shop"');
  });

  it('A12 P20: a refund above the limit of its client never reaches the processor', async () => {
    const reached: Array<unknown> = [];
    const createRefund: PaymentProcessor['createRefund'] = (refund) => {
      reached.push(refund);
      return TE.left({ _tag: 'ProcessorFailed', status: 500, cause: new Error('reached') });
    };
    const { call } = await start({ processor: { createRefund } });
    const { charge } = await journeys(as('shop', call)).paid(19.99);
    for (const headers of [{}, { 'idempotency-key': 'refund 1' }]) {
      for (const [amount, message] of [
        [
          501,
          'Esta clave de API puede reembolsar como máximo 5.00 EUR por operación, y este reembolso es de 5.01 EUR',
        ],
        [
          99_999_999,
          'Esta clave de API puede reembolsar como máximo 5.00 EUR por operación, y este reembolso es de 999999.99 EUR',
        ],
        // Everything that is left.
        [
          undefined,
          'Esta clave de API puede reembolsar como máximo 5.00 EUR por operación, y este reembolso es de 19.99 EUR',
        ],
      ] as const) {
        const body = { chargeId: charge, amount };
        const answer = await as('till', call)('POST', '/api/payments/refund', { body, headers });
        expectFailure(answer, { status: 400, message, code: 'refund_too_large' });
      }
    }
    // Not a way round it: these are no amounts.
    for (const amount of [null, '', 0, -1, 0.5, '501', [501]]) {
      const body = { chargeId: 'ch_1', amount };
      const answer = await as('till', call)('POST', '/api/payments/refund', { body });
      expect(answer.status, JSON.stringify(amount)).to.equal(400);
    }
    expect(reached).to.deep.equal([]);
  });

  it('A12: refunds up to the limit are made, and other clients have no limit', async () => {
    const { call } = await start();
    const { charge } = await journeys(as('shop', call)).paid(19.99);
    const refund = (client: string, amount?: number) =>
      as(client, call)('POST', '/api/payments/refund', { body: { chargeId: charge, amount } });
    const first = await refund('till', 500);
    expect([first.status, at(first.body, 'data.amount')], first.text).to.deep.equal([201, 500]);
    const rest = await refund('shop');
    expect([rest.status, at(rest.body, 'data.amount')], rest.text).to.deep.equal([201, 1499]);
  });

  it('A12 I2: a refund that was made before the limit was lowered is still answered', async () => {
    const limited = (largest: number) => [
      { name: 'shop', keys: [keyOf('shop')], largest_refund_minor: largest },
    ];
    const { call, write } = await start({}, limited(1000));
    const { charge } = await journeys(as('shop', call)).paid(19.99);
    const refund = (key: string) =>
      as('shop', call)('POST', '/api/payments/refund', {
        body: { chargeId: charge, amount: 900 },
        headers: { 'idempotency-key': key },
      });
    const first = await refund('before');
    expect(first.status, first.text).to.equal(201);
    await write(limited(500));
    const unknown = { body: { chargeId: 'ch_none', amount: 900 } };
    await until(
      async () => (await as('shop', call)('POST', '/api/payments/refund', unknown)).status === 400,
    );
    expect(at((await refund('after')).body, 'code')).to.equal('refund_too_large');
    const again = await refund('before');
    expect([again.status, textAt(again.body, 'data.id')]).to.deep.equal([
      201,
      textAt(first.body, 'data.id'),
    ]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
  });

  it('P20: a payment above the ceiling of its client is 400, and of another one not', async () => {
    const { call } = await start({}, [
      { name: 'shop', keys: [keyOf('shop')] },
      { name: 'till', keys: [keyOf('till')], largest_payment_minor: 5000 },
    ]);
    const customer_id = await journeys(as('shop', call)).customer();
    const pay = (client: string, amount: unknown) =>
      as(client, call)('POST', '/api/payments', {
        body: { customer_id, amount, payment_method: 'pm_card_visa' },
      });
    expectFailure(await pay('till', 50.01), {
      status: 400,
      message: 'El pago de 50.01 EUR supera el máximo de 50.00 EUR',
      code: 'payment_too_large',
    });
    expect((await pay('till', '50.00')).status).to.equal(201);
    expect((await pay('shop', 50.01)).status).to.equal(201);
  });

  it('P20: the refunds of a client in a day are added up, each client by itself', async () => {
    const limit = { largest_refunds_per_day_minor: 1000 };
    const { call } = await start({ clock: () => Date.UTC(2026, 0, 31, 12) / 1000 }, [
      { name: 'shop', keys: [keyOf('shop')] },
      { name: 'till', keys: [keyOf('till')], ...limit },
      { name: 'read', keys: [keyOf('read')], ...limit },
    ]);
    const { charge } = await journeys(as('shop', call)).paid(50);
    const refund = (client: string, key: string, amount?: number) =>
      as(client, call)('POST', '/api/payments/refund', {
        body: { chargeId: charge, amount },
        headers: { 'idempotency-key': key },
      });
    for (const key of ['1', '1', '1'])
      expect((await refund('till', key, 600)).status).to.equal(201);
    expectFailure(await refund('till', '2', 401), {
      status: 400,
      message:
        'Esta clave de API puede reembolsar como máximo 10.00 EUR al día (UTC): hoy ya cuentan 6.00 EUR, y este reembolso es de 4.01 EUR',
      code: 'refund_too_large',
    });
    expect(at((await refund('till', '3')).body, 'code')).to.equal('refund_too_large');
    expect((await refund('till', '4', 400)).status).to.equal(201);
    expect((await refund('read', '1', 1000)).status).to.equal(201);
    expect((await refund('shop', '1')).status).to.equal(201);
  });

  it('P20: MAX_PAYMENT_MINOR and MAX_REFUNDS_PER_DAY_MINOR hold for every client', async () => {
    const { call } = await start({
      env: { MAX_PAYMENT_MINOR: '2000', MAX_REFUNDS_PER_DAY_MINOR: '1000' },
    });
    const { charge } = await journeys(as('shop', call)).paid(20);
    const codeOf = async (client: string, path: string, body: object) =>
      at((await as(client, call)('POST', path, { body })).body, 'code');
    const order = { customer_id: 'cus_1', payment_method: 'pm_card_visa', amount_minor: 2001 };
    expect(await codeOf('pay', '/api/payments', order)).to.equal('payment_too_large');
    const refund = '/api/payments/refund';
    const whole = { chargeId: charge };
    expect(await codeOf('refund', refund, whole)).to.equal('refund_too_large');
    expect(await codeOf('refund', refund, { ...whole, amount: 1000 })).to.equal(undefined);
    expect(await codeOf('refund', refund, { ...whole, amount: 1 })).to.equal('refund_too_large');
    expect(await codeOf('shop', refund, { ...whole, amount: 1000 })).to.equal(undefined);
  });

  it('A12 E15: a refund in doubt stays in doubt when its client has lost the scope', async () => {
    const createRefund: PaymentProcessor['createRefund'] = () =>
      TE.left({
        _tag: 'ProcessorUnavailable',
        outcome: 'unknown',
        cause: new Error('no response'),
      });
    const withScope = (scope: string) => [{ name: 'shop', keys: [keyOf('shop')], scopes: [scope] }];
    const { call, write } = await start({ processor: { createRefund } }, withScope('refund'));
    const refund = (headers: Readonly<Record<string, string>>) =>
      as('shop', call)('POST', '/api/payments/refund', {
        body: { chargeId: 'ch_1', amount: 900 },
        headers,
      });
    expect((await refund({ 'idempotency-key': 'before' })).status).to.equal(503);
    await write(withScope('read'));
    await until(async () => (await refund({})).status === 403);
    const again = await refund({ 'idempotency-key': 'before' });
    expect([again.status, at(again.body, 'code'), at(again.body, 'outcome')]).to.deep.equal([
      503,
      'idempotency_key_in_doubt',
      'unknown',
    ]);
    expect((await refund({ 'idempotency-key': 'after' })).status).to.equal(403);
  });
});
