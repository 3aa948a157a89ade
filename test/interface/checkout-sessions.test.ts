import { expect } from 'chai';
import { expectFailure, expectSuccess, invalidField } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const created = 'Sesión de pago creada correctamente';
const read = 'Sesión de pago obtenida correctamente';
const expired = 'Sesión de pago caducada correctamente';

const notFound = {
  status: 404,
  message: 'Sesión de pago no encontrada',
  code: 'resource_missing',
};

const success_url = 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}';
const line_items = [
  { name: 'Camiseta', amount: '19.99', quantity: 2 },
  { name: 'Envío', amount_minor: 395 },
];

type Body = Readonly<Record<string, unknown>>;

onService('interface: checkout sessions', {}, (service) => {
  const { call } = service;
  const given = journeys(call);
  const create = (body: Body, headers = {}) =>
    call('POST', '/api/checkout-sessions', { body, headers });
  const expire = (body: Body) => call('POST', '/api/checkout-sessions/expire', { body });
  const get = (id: string) => call('GET', `/api/checkout-sessions/${id}`);
  const newSession = async (fields: Body = {}): Promise<string> =>
    textAt(expectSuccess(await create({ success_url, line_items, ...fields }), 201, created), 'id');

  /** The customer pays. Returns the payment. */
  const payOn = async (id: string): Promise<string> => {
    await service.controls.completeCheckout(id);
    return textAt((await get(id)).body, 'data.payment_intent');
  };

  for (const path of ['/api/checkout-sessions', '/api/checkout-sessions/create']) {
    it(`P17: POST ${path} creates a page on which a guest pays`, async () => {
      const body = {
        line_items,
        success_url,
        cancel_url: 'https://shop.example/basket',
        client_reference_id: '42',
        metadata: { order: '42' },
        locale: 'es',
      };
      const data = expectSuccess(await call('POST', path, { body }), 201, created);
      expect(data).to.deep.include({
        object: 'checkout.session',
        mode: 'payment',
        status: 'open',
        payment_status: 'unpaid',
        amount_total: 4393,
        currency: 'eur',
        customer: null,
        client_reference_id: '42',
        metadata: { order: '42' },
        payment_method_types: ['card'],
        success_url,
        locale: 'es',
      });
      expect(textAt(data, 'id')).to.match(/^cs_/);
      expect(textAt(data, 'url')).to.match(/^https?:\/\//);
    });
  }

  it('P17: the payment of the session carries its metadata, and is captured as asked', async () => {
    const id = await newSession({ metadata: { order: '42' }, capture_method: 'manual' });
    const payment_intent = await payOn(id);
    const { body } = await call('GET', `/api/payments/${payment_intent}`);
    expect(at(body, 'data')).to.deep.include({
      status: 'requires_capture',
      amount: 4393,
      metadata: { order: '42' },
    });
    expect(expectSuccess(await get(id), 200, read)).to.include({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent,
    });
  });

  it('P17 P8: reading a session leaves its page out', async () => {
    const id = await newSession();
    const data = expectSuccess(await get(id), 200, read);
    expect(data).to.include({ id, status: 'open' });
    expect(data).to.not.have.any.keys('url', 'client_secret');
  });

  it('P16: the page offers the payment methods of the account, or those that are named', async () => {
    const types = async (payment_methods: unknown): Promise<unknown> =>
      at(
        expectSuccess(await create({ success_url, line_items, payment_methods }), 201, created),
        'payment_method_types',
      );
    expect(await types('automatic')).to.include('card');
    expect(await types(['card', 'bizum'])).to.deep.equal(['card', 'bizum']);
    const answer = await create({ success_url, line_items, payment_methods: [] });
    expect([answer.status, at(answer.body, 'field')]).to.deep.equal([400, 'payment_methods']);
  });

  it('P17: a customer saves a card in mode setup', async () => {
    const customer_id = await given.customer();
    const answer = await create({ mode: 'setup', customer_id, success_url });
    const data = expectSuccess(answer, 201, created);
    expect(data).to.deep.include({ mode: 'setup', customer: customer_id, amount_total: null });
    await service.controls.completeCheckout(textAt(data, 'id'));
    const { body } = await call('GET', `/api/cards/${customer_id}`);
    expect(at(body, 'data.0.last4')).to.equal('4242');
  });

  it('P17: an open session expires once, and nobody pays on its page any more', async () => {
    const sessionId = await newSession();
    expect(expectSuccess(await expire({ sessionId }), 200, expired)).to.deep.include({
      id: sessionId,
      status: 'expired',
      payment_status: 'unpaid',
    });
    expect((await expire({ sessionId })).status).to.equal(400);
    const paid = await service.controls.completeCheckout(sessionId).catch(() => 'refused');
    expect(paid).to.equal('refused');
  });

  it('P17: an unknown session is not found', async () => {
    expectFailure(await get('cs_test_unknown'), notFound);
    expectFailure(await get('cs%2Funknown'), notFound);
    expectFailure(await expire({ sessionId: 'cs_test_unknown' }), notFound);
    expectFailure(await expire({}), {
      status: 400,
      message: 'sessionId es requerido',
      code: 'missing_fields',
      fields: ['sessionId'],
    });
  });

  it('I2: the same key gives the same page again, and makes one session', async () => {
    const key = { 'idempotency-key': 'order-42' };
    const first = await create({ success_url, line_items }, key);
    const again = await create({ success_url, line_items }, key);
    expect(again.text).to.equal(first.text);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    const id = textAt(first.body, 'data.id');
    const paid = await call('GET', `/api/payments/${await payOn(id)}`);
    // Decision P14: an event of the payment recognizes the request too.
    expect(textAt(paid.body, 'data.metadata.pasarela_key')).to.equal(
      textAt(first.body, 'data.metadata.pasarela_key'),
    );
    expect((await create({ success_url, line_items: [] }, key)).status).to.equal(400);
    const other = await create({ success_url, line_items, client_reference_id: '43' }, key);
    expect([other.status, at(other.body, 'code')]).to.deep.equal([422, 'idempotency_key_reuse']);
  });

  for (const [name, body, refusal] of [
    [
      'nothing to pay',
      { success_url },
      {
        status: 400,
        message: 'success_url y line_items son requeridos',
        code: 'missing_fields',
        fields: ['line_items'],
      },
    ],
    [
      'no page to return to',
      { line_items },
      {
        status: 400,
        message: 'success_url es requerido',
        code: 'missing_fields',
        fields: ['success_url'],
      },
    ],
    [
      'an encoded placeholder',
      { line_items, success_url: 'https://shop.example/?s=%7BCHECKOUT_SESSION_ID%7D' },
      invalidField(
        'success_url debe llevar {CHECKOUT_SESSION_ID} tal cual, sin codificar: el procesador solo sustituye ese texto',
      ),
    ],
    [
      'a page that browsers would run',
      { line_items, success_url: 'javascript:alert(1)' },
      invalidField(
        'success_url debe ser una URL absoluta, por ejemplo https://tienda.example/pedidos/42',
      ),
    ],
    [
      'the scheme of an app that is not configured',
      { line_items, success_url, cancel_url: 'shop://basket' },
      invalidField('cancel_url debe empezar por https:// o http://'),
    ],
    [
      'a number that may be euros or cents',
      { success_url, line_items: [{ name: 'Camiseta', amount: 20 }] },
      invalidField(
        "line_items.0.amount debe ser un texto en unidades de la divisa, no un número: para 20.00 EUR: line_items.0.amount: '20.00' o amount_minor: 2000; para 0.20 EUR: line_items.0.amount: '0.20' o amount_minor: 20",
      ),
    ],
    [
      'two prices',
      { success_url, line_items: [{ name: 'Camiseta', amount: '20.00', amount_minor: 2000 }] },
      invalidField('line_items.0.amount y amount_minor no se pueden usar a la vez'),
    ],
    [
      'half a shirt',
      { success_url, line_items: [{ name: 'Camiseta', amount: '20.00', quantity: 0.5 }] },
      invalidField('line_items.0.quantity debe ser un número entero positivo'),
    ],
    [
      'a misspelt field of a line',
      { success_url, line_items: [{ name: 'Camiseta', amount: '20.00', quantiti: 2 }] },
      invalidField('line_items.0.quantiti es un campo desconocido (¿Quería decir quantity?)'),
    ],
    [
      'a currency that is not configured',
      { success_url, line_items, currency: 'usd' },
      invalidField('currency debe ser uno de: eur'),
    ],
  ] as const) {
    it(`P17: refuses ${name}`, async () => {
      expectFailure(await create(body), refusal);
    });
  }
});

onService(
  'interface: checkout sessions below a ceiling',
  { env: { MAX_PAYMENT_MINOR: '4000' } },
  (service) => {
    it('P20: what all lines cost together is the amount of the payment', async () => {
      const answer = await service.call('POST', '/api/checkout-sessions', {
        body: { success_url, line_items },
      });
      expect([answer.status, at(answer.body, 'code')]).to.deep.equal([400, 'payment_too_large']);
      const small = await service.call('POST', '/api/checkout-sessions', {
        body: { success_url, line_items: line_items.slice(0, 1) },
      });
      expect(small.status).to.equal(201);
    });
  },
);
