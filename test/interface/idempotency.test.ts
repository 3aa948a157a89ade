import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../src/domain/payment-error.js';
import type { Answer, Call, Sent } from '../support/http/call.js';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { rawRequest } from '../support/http/raw-request.js';
import { listAt, textAt } from '../support/json/at.js';
import { cardYear } from '../support/processors/card-year.js';
import { journeys } from '../support/service/journeys.js';
import { onService, useService } from '../support/service/use-service.js';
import { until } from '../support/time/until.js';

const contact = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };
const createdCustomer = 'Cliente creado correctamente';

const reused = {
  status: 422,
  message: 'Esta Idempotency-Key ya se usó con otra petición; use una clave nueva',
  code: 'idempotency_key_reuse',
};
const invalid = {
  status: 400,
  message: 'Idempotency-Key debe tener entre 1 y 255 caracteres ASCII imprimibles',
  code: 'invalid_idempotency_key',
};
const inUse = {
  status: 409,
  message:
    'Otra petición con la misma Idempotency-Key está en curso; inténtelo de nuevo dentro de unos segundos',
  code: 'idempotency_key_in_use',
  outcome: 'unknown',
} as const;

const replayed = ({ headers }: Answer): string | null => headers.get('idempotent-replayed');

const keyed =
  (call: Call, headers: Sent['headers'] = {}) =>
  (key: string, method: string, path: string, body?: unknown): Promise<Answer> =>
    call(method, path, { body, headers: { ...headers, 'idempotency-key': key } });

/** Expects the same response again, marked as a replay. */
const expectReplay = (again: Answer, first: Answer): void => {
  expect(replayed(first), first.text).to.equal(null);
  expect(replayed(again), again.text).to.equal('true');
  expect([again.status, again.text]).to.deep.equal([first.status, first.text]);
};

type Request = readonly [status: number, method: string, path: string, body?: object];

// Every operation that changes something, on each of its paths. Written from the interface document and the decisions.
const requests: ReadonlyArray<
  readonly [title: string, make: (given: ReturnType<typeof journeys>) => Promise<Request>]
> = [
  ['POST /api/customers', async () => [201, 'POST', '/api/customers', contact]],
  ['POST /api/customers/create', async () => [201, 'POST', '/api/customers/create', contact]],
  [
    'PUT /api/customers/update',
    async ({ customer }) => [
      200,
      'PUT',
      '/api/customers/update',
      { userId: await customer(), name: 'Eva' },
    ],
  ],
  [
    'PUT /api/customers/:id',
    async ({ customer }) => [200, 'PUT', `/api/customers/${await customer()}`, { name: 'Eva' }],
  ],
  [
    'DELETE /api/customers/delete',
    async ({ customer }) => [200, 'DELETE', '/api/customers/delete', { userId: await customer() }],
  ],
  [
    'DELETE /api/customers/:id',
    async ({ customer }) => [200, 'DELETE', `/api/customers/${await customer()}`],
  ],
  ...['/api/cards', '/api/cards/create'].map(
    (path) =>
      [
        `POST ${path}`,
        async (): Promise<Request> => [
          201,
          'POST',
          path,
          { number: '4242424242424242', exp_month: 12, exp_year: cardYear, cvc: '314' },
        ],
      ] as const,
  ),
  [
    'POST /api/cards/assign',
    async ({ customer, token }) => [
      201,
      'POST',
      '/api/cards/assign',
      { userId: await customer(), source: await token() },
    ],
  ],
  [
    'POST /api/cards/default',
    async ({ customer, card }) => {
      const userId = await customer();
      return [200, 'POST', '/api/cards/default', { userId, default_source: await card(userId) }];
    },
  ],
  [
    'DELETE /api/cards/delete',
    async ({ customer, card }) => {
      const userId = await customer();
      return [200, 'DELETE', '/api/cards/delete', { userId, cardId: await card(userId) }];
    },
  ],
  ...['/api/payments', '/api/payments/create'].map(
    (path) =>
      [
        `POST ${path}`,
        async ({ customer, card }: ReturnType<typeof journeys>): Promise<Request> => {
          const customer_id = await customer();
          const body = { customer_id, amount: 19.99, payment_method: await card(customer_id) };
          return [201, 'POST', path, { ...body, confirm: true }];
        },
      ] as const,
  ),
  [
    'POST /api/payments/confirm',
    async ({ customer, card, payment }) => {
      const customer_id = await customer();
      const paymentId = await payment({ customer_id, payment_method: await card(customer_id) });
      return [200, 'POST', '/api/payments/confirm', { paymentId }];
    },
  ],
  [
    'POST /api/payments/capture',
    async ({ customer, card, payment }) => {
      const customer_id = await customer();
      const paymentId = await payment({
        customer_id,
        payment_method: await card(customer_id),
        capture_method: 'manual',
        confirm: true,
      });
      return [200, 'POST', '/api/payments/capture', { paymentId, amount: 400 }];
    },
  ],
  [
    'POST /api/payments/cancel',
    async ({ customer, card, payment }) => {
      const customer_id = await customer();
      const paymentId = await payment({ customer_id, payment_method: await card(customer_id) });
      return [200, 'POST', '/api/payments/cancel', { paymentId }];
    },
  ],
  [
    'POST /api/payments/refund',
    async ({ paid }) => [
      201,
      'POST',
      '/api/payments/refund',
      { chargeId: (await paid()).charge, amount: 100 },
    ],
  ],
];

onService(
  'interface: idempotency keys',
  { env: { STRIPE_MAX_RETRIES: '0' } },
  ({ call, controls }) => {
    const given = journeys(call);
    const send = keyed(call);
    const paymentsOf = async (customer: string): Promise<ReadonlyArray<unknown>> =>
      listAt((await call('GET', `/api/payments?userId=${customer}`)).body, 'data.data');
    const withCard = async (number?: string) => {
      const customer_id = await given.customer();
      const payment_method = await given.card(customer_id, number);
      return { customer_id, payment_method, amount: 10, confirm: true };
    };

    for (const [title, make] of requests) {
      it(`I1 I2: ${title} with a key is done once, and both responses are the same`, async () => {
        const [status, ...request] = await make(given);
        const key = `once: ${title}`;
        const first = await send(key, ...request);
        expect(first.status, first.text).to.equal(status);
        expectReplay(await send(key, ...request), first);
        expectReplay(await send(key, ...request), first);
      });
    }

    it('I2: a repeated payment charges once, and the second response also has the client_secret', async () => {
      const body = await withCard();
      const first = await send('charge once', 'POST', '/api/payments', body);
      const again = await send('charge once', 'POST', '/api/payments', body);
      expectReplay(again, first);
      expect(textAt(again.body, 'data.client_secret')).to.match(/^pi_.*_secret_/);
      expect(await paymentsOf(body.customer_id)).to.have.length(1);
    });

    it('I2: other order of fields, unread fields or an alias path: still the same request', async () => {
      const first = await send('same', 'POST', '/api/customers', contact);
      const { email, name, phone } = contact;
      const retyped = { phone, unread: 1, name, email };
      expectReplay(await send('same', 'POST', '/api/customers/create', retyped), first);
    });

    it('I2: the same amount in another notation is the same request', async () => {
      const body = await withCard();
      const first = await send('same amount', 'POST', '/api/payments', body);
      expect(first.status, first.text).to.equal(201);
      for (const amount of ['10', '10.00', 10.0]) {
        expectReplay(
          await send('same amount', 'POST', '/api/payments', { ...body, amount }),
          first,
        );
      }
      const { confirm: _, ...unconfirmed } = body;
      expectFailure(await send('same amount', 'POST', '/api/payments', unconfirmed), reused);
    });

    it('I2 I6: a decline is stored with its codes, and a new key is a new attempt', async () => {
      const body = await withCard('4000000000000341');
      const declined = {
        status: 402,
        message: 'Your card was declined.',
        code: 'card_declined',
        decline_code: 'generic_decline',
        payment_intent: /^pi_/,
        charge: /^ch_/,
      };
      const first = await send('declined', 'POST', '/api/payments', body);
      expectFailure(first, declined);
      expectReplay(await send('declined', 'POST', '/api/payments', body), first);
      expect(await paymentsOf(body.customer_id)).to.have.length(1);
      const anew = await send('declined, again', 'POST', '/api/payments', body);
      expectFailure(anew, declined);
      expect(replayed(anew)).to.equal(null);
      expect(await paymentsOf(body.customer_id)).to.have.length(2);
    });

    it("I2 I6: the processor's own refusal is stored", async () => {
      const body = { chargeId: 'ch_unknown' };
      const first = await send('refused', 'POST', '/api/payments/refund', body);
      expect(first.status, first.text).to.be.within(400, 404);
      expectReplay(await send('refused', 'POST', '/api/payments/refund', body), first);
    });

    it('I2: requests without a key, or with different keys, run each time', async () => {
      const answers = [
        await call('POST', '/api/customers', { body: contact }),
        await call('POST', '/api/customers', { body: contact }),
        await send('one', 'POST', '/api/customers', contact),
        await send('two', 'POST', '/api/customers', contact),
      ];
      for (const answer of answers) expectSuccess(answer, 201, createdCustomer);
      expect(answers.map(replayed)).to.deep.equal([null, null, null, null]);
      const ids = answers.map(({ body }) => textAt(body, 'data.id'));
      expect(new Set(ids)).to.have.property('size', 4);
    });

    it('I3: a key reused with another body or on another route is 422, and nothing is done', async () => {
      const customer = await given.customer();
      await send('taken', 'POST', '/api/customers', contact);
      const others: ReadonlyArray<readonly [string, string, unknown]> = [
        ['POST', '/api/customers', { ...contact, name: 'Eva' }],
        ['PUT', `/api/customers/${customer}`, { name: 'Eva' }],
        ['DELETE', `/api/customers/${customer}`, undefined],
      ];
      for (const other of others) {
        const answer = await send('taken', ...other);
        expectFailure(answer, reused);
        expect(replayed(answer)).to.equal(null);
      }
      const unchanged = await call('GET', `/api/customers/${customer}`);
      expect(textAt(unchanged.body, 'data.name')).to.equal(contact.name);
    });

    it('I4: of two simultaneous requests, one runs and the other is 409 with Retry-After', async () => {
      await controls.failNext({ on: 'any', with: { delay: 1500 } });
      const answers = await Promise.all(
        [1, 2].map(() => send('at once', 'POST', '/api/customers', contact)),
      );
      const [done, refused] = answers.toSorted((one, other) => one.status - other.status);
      if (done === undefined || refused === undefined) throw new Error('two were sent');
      expectSuccess(done, 201, createdCustomer);
      expectFailure(refused, inUse);
      expect(refused.headers.get('retry-after')).to.equal('1');
      expectReplay(await send('at once', 'POST', '/api/customers', contact), done);
    });

    it('I5: a payment whose response was lost and that is repeated with its key charges once', async () => {
      const body = await withCard();
      await controls.failNext({ on: 'create', with: 'cut_short' });
      const first = await send('lost', 'POST', '/api/payments', body);
      expect(first.status, first.text).to.be.oneOf([201, 503]);
      const again = await send('lost', 'POST', '/api/payments', body);
      expectSuccess(again, 201, 'Intento de pago creado correctamente');
      expect(textAt(again.body, 'data.status')).to.equal('succeeded');
      expect(await paymentsOf(body.customer_id)).to.have.length(1);
    });

    const deletions: ReadonlyArray<readonly [string, () => Promise<readonly [string, object]>]> = [
      [
        'customer',
        async () => ['/api/customers/delete', { userId: await given.customer() }] as const,
      ],
      [
        'card',
        async () => {
          const { customer_id: userId, payment_method: cardId } = await withCard();
          return ['/api/cards/delete', { userId, cardId }] as const;
        },
      ],
    ];
    for (const [title, make] of deletions) {
      it(`I5: a deletion of a ${title} whose responses were lost and that is repeated with its key succeeds`, async () => {
        const [path, body] = await make();
        const remove = (key: string): Promise<Answer> => send(key, 'DELETE', path, body);
        // The call and its look-up, or the first two calls.
        await controls.failNext({ on: 'any', with: 'cut_short', times: 2 });
        let answer = await remove(`lost ${title}`);
        expect(answer.status, answer.text).to.equal(503);
        for (let tries = 0; tries < 2 && answer.status === 503; tries += 1) {
          answer = await remove(`lost ${title}`);
        }
        expect(answer.status, answer.text).to.equal(200);
        expectReplay(await remove(`lost ${title}`), answer);
        expect((await remove(`another ${title}`)).status).to.equal(404);
      });
    }

    it('I6: an unreachable processor is not stored as the response', async () => {
      await controls.failNext({ on: 'any', with: 'unreachable' });
      const first = await send('unreachable', 'POST', '/api/customers', contact);
      expect(first.status, first.text).to.equal(503);
      // The in-memory store started a moment ago, so it may have lost an earlier request with this key.
      expect(textAt(first.body, 'outcome')).to.equal('unknown');
      const again = await send('unreachable', 'POST', '/api/customers', contact);
      expectSuccess(again, 201, createdCustomer);
      expect(replayed(again)).to.equal(null);
    });

    it('I6: a rate limit of the processor is not stored as the response', async () => {
      await controls.failNext({ on: 'any', with: 'rate_limit' });
      const first = await send('429', 'POST', '/api/customers', contact);
      expect(first.status, first.text).to.equal(503);
      expect(textAt(first.body, 'outcome')).to.equal('unknown');
      expectSuccess(await send('429', 'POST', '/api/customers', contact), 201, createdCustomer);
    });

    it('I6: a request that Pasarela refuses itself does not use up the key', async () => {
      const { name, phone } = contact;
      expectFailure(await send('mended', 'POST', '/api/customers', { name, phone }), {
        status: 400,
        message: 'email, name y phone son requeridos',
        code: 'missing_fields',
        fields: ['email'],
      });
      expectSuccess(await send('mended', 'POST', '/api/customers', contact), 201, createdCustomer);
    });

    for (const [title, key] of [
      ['is empty', ''],
      ['has 256 characters', 'k'.repeat(256)],
      ['is not ASCII', 'pedido-ñ'],
      ['has a tab', 'a\tb'],
    ] as const) {
      it(`I1: a key that ${title} is 400, and nothing is done`, async () => {
        const email = `${title.replaceAll(' ', '-')}@example.com`;
        const answer = await send(key, 'POST', '/api/customers', { ...contact, email });
        expectFailure(answer, invalid);
        const found = await call('GET', `/api/customers?email=${encodeURIComponent(email)}`);
        expect(listAt(found.body, 'data.data')).to.deep.equal([]);
      });
    }

    for (const key of ['k', 'k'.repeat(255), 'pedido 42 "a", {b}']) {
      it(`I1: a key of ${key.length} characters is accepted`, async () => {
        const first = await send(key, 'POST', '/api/customers', contact);
        expectReplay(await send(key, 'POST', '/api/customers', contact), first);
      });
    }

    it('I1: a GET ignores the key', async () => {
      for (const key of ['', 'taken by a GET', 'taken by a GET']) {
        const answer = await send(key, 'GET', '/api/customers');
        expectSuccess(answer, 200, 'Clientes listados correctamente');
        expect(replayed(answer)).to.equal(null);
      }
    });
  },
);

const keys = ['first-key-of-the-shop', 'second-key-of-the-shop'] as const;

onService(
  'interface: idempotency keys of two callers',
  { env: { API_KEYS: keys.join(',') } },
  ({ call }) => {
    const [first, second] = keys.map((key) => keyed(call, { authorization: `Bearer ${key}` }));
    if (first === undefined || second === undefined) throw new Error('there are two callers');

    it('I1: each API key has its own idempotency keys', async () => {
      const answer = await first('shared', 'POST', '/api/customers', contact);
      const other = await second('shared', 'POST', '/api/customers', { ...contact, name: 'Eva' });
      expectSuccess(other, 201, createdCustomer);
      expect(replayed(other)).to.equal(null);
      expectReplay(await first('shared', 'POST', '/api/customers', contact), answer);
    });

    it('I1: a request without an API key does not use up an idempotency key', async () => {
      const refused = await keyed(call)('unauthorized', 'POST', '/api/customers', contact);
      expect(refused.status).to.equal(401);
      const answer = await first('unauthorized', 'POST', '/api/customers', contact);
      expectSuccess(answer, 201, createdCustomer);
      expect(replayed(answer)).to.equal(null);
    });
  },
);

describe('interface: a second request that waits for the first', () => {
  const { call, controls } = useService({ env: { IDEMPOTENCY_WAIT_MS: '30000' } });

  it('I4: a service configured to wait returns the first response to the second request', async () => {
    await controls.failNext({ on: 'any', with: { delay: 300 } });
    const answers = await Promise.all(
      [1, 2].map(() => keyed(call)('patient', 'POST', '/api/customers', contact)),
    );
    const [again, first] = answers.toSorted((one) => (replayed(one) === 'true' ? -1 : 1));
    if (first === undefined || again === undefined) throw new Error('two were sent');
    expectReplay(again, first);
  });
});

const time = { now: 1_800_000_000 };
const away = { store: false };

const unlessAway =
  <Args extends ReadonlyArray<unknown>, A>(
    task: (...args: Args) => TE.TaskEither<StoreUnavailable, A>,
  ): typeof task =>
  (...args) =>
    away.store
      ? TE.left({ _tag: 'StoreUnavailable', cause: new Error('the store is unavailable') })
      : task(...args);

onService(
  'interface: idempotency keys while their store is unavailable',
  {
    clock: () => time.now,
    idempotencyStore: ({ claim, answer }) => ({
      claim: unlessAway(claim),
      answer: unlessAway(answer),
    }),
  },
  ({ call, controls, logged }) => {
    const given = journeys(call);
    const send = keyed(call);
    afterEach(() => {
      away.store = false;
    });

    it('I6: a request with a key is 503 and does nothing, and a request without a key runs', async () => {
      away.store = true;
      const email = 'away@example.com';
      const answer = await send('away', 'POST', '/api/customers', { ...contact, email });
      expect(answer.status, answer.text).to.equal(503);
      expect(textAt(answer.body, 'code')).to.equal('store_unavailable');
      const found = await call('GET', `/api/customers?email=${encodeURIComponent(email)}`);
      expect(listAt(found.body, 'data.data')).to.deep.equal([]);
      expectSuccess(await call('POST', '/api/customers', { body: contact }), 201, createdCustomer);
    });

    it('I6: a response that could not be stored is returned and logged, and stored when the store is back', async () => {
      const customer_id = await given.customer();
      const payments = `/api/payments?userId=${customer_id}`;
      const made = async () => listAt((await call('GET', payments)).body, 'data.data');
      const body = { customer_id, amount: 10, payment_method: 'pm_card_visa', confirm: true };
      await controls.failNext({ on: 'create', with: { delay: 300 } });
      const sent = send('unstored', 'POST', '/api/payments', body);
      await until(async () => (await made()).length === 1);
      away.store = true;
      const first = await sent;
      away.store = false;
      expectSuccess(first, 201, 'Intento de pago creado correctamente');
      expect(logged()).to.include('does not take the outcome of an idempotent request yet');
      expect(logged()).to.include(createHash('sha256').update('unstored').digest('hex'));
      // The clock of the lease stands still, so that nobody else can have the key, and no look-up finds it in doubt.
      let again = await send('unstored', 'POST', '/api/payments', body);
      await until(async () => {
        if (again.status === 201) return true;
        expectFailure(again, inUse);
        again = await send('unstored', 'POST', '/api/payments', body);
        return false;
      });
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect(again.body).to.deep.equal(first.body);
      expect(await made()).to.have.length(1);
    });
  },
);

describe('interface: idempotency keys of unusual requests', () => {
  const service = useService();
  const send = keyed(service.call);
  const request = (path: string, body: object, ...sentKeys: ReadonlyArray<string>): string => {
    const bytes = Buffer.from(JSON.stringify(body));
    return [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${bytes.length}`,
      ...sentKeys.map((key) => `Idempotency-Key: ${key}`),
      '',
      bytes.toString('latin1'),
    ].join('\r\n');
  };

  it('I1: two Idempotency-Key headers are 400, and nothing is done', async () => {
    for (const second of ['twice', 'other', '']) {
      const answer = await rawRequest(
        service.address,
        request('/api/customers', contact, 'twice', second),
      );
      expect(answer.status, answer.head).to.equal(400);
      expect(textAt(JSON.parse(answer.body), 'code')).to.equal(invalid.code);
    }
    const found = await service.call('GET', '/api/customers');
    expect(listAt(found.body, 'data.data')).to.deep.equal([]);
  });

  it('I2: the request of a client that disconnected is done, and a repetition gets its response', async () => {
    const customer_id = await journeys(service.call).customer();
    const body = { customer_id, amount: 10, payment_method: 'pm_card_visa', confirm: true };
    const paymentsMade = async (): Promise<number> =>
      listAt((await service.call('GET', `/api/payments?userId=${customer_id}`)).body, 'data.data')
        .length;
    await service.controls.failNext({ on: 'create', with: { delay: 300 } });
    const { hostname, port } = new URL(service.address);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(request('/api/payments', body, 'gone'), 'latin1');
    await until(async () => (await paymentsMade()) === 1);
    socket.destroy();
    await until(async () => {
      const again = await send('gone', 'POST', '/api/payments', body);
      if (again.status === 409) return false;
      expectSuccess(again, 201, 'Intento de pago creado correctamente');
      expect(replayed(again)).to.equal('true');
      return true;
    });
    expect(await paymentsMade()).to.equal(1);
  });
});

describe('interface: expiry of idempotency keys', () => {
  const { call } = useService({ clock: () => time.now });

  it('I1: a key is stored for 24 hours', async () => {
    const send = keyed(call);
    const first = await send('kept', 'POST', '/api/customers', contact);
    time.now += 24 * 60 * 60;
    expectReplay(await send('kept', 'POST', '/api/customers', contact), first);
    time.now += 1;
    const anew = await send('kept', 'POST', '/api/customers', { ...contact, name: 'Eva' });
    expectSuccess(anew, 201, createdCustomer);
    expect(replayed(anew)).to.equal(null);
  });
});
