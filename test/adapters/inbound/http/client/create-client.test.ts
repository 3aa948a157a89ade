import { expect } from 'chai';
import { createFetchHandler } from '../../../../../src/adapters/inbound/http/fetch/payments-handler.js';
import { createMemoryProcessor } from '../../../../../src/adapters/outbound/memory/memory-processor.js';
import { type ClientAdvice, type ClientOptions, createClient } from '../../../../../src/client.js';
import { createPayments } from '../../../../../src/infrastructure/create-payments.js';
import { rejectionOf } from '../../../../support/errors/rejection-of.js';
import { useService } from '../../../../support/service/use-service.js';
import { failureOf } from './failure-of.js';

const apiKey = ['key', 'of', 'the', 'shop'].join('-');

const contact = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };

describe('createClient', () => {
  const service = useService({ env: { API_KEYS: `shop:${apiKey}` } });
  const client = (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: service.address, apiKey, ...options });

  const payer = async () => {
    const { id } = await client().createCustomer(contact);
    const { cardId } = await client().assignCard({ userId: id, source: 'tok_visa' });
    return { customer_id: id, payment_method: cardId };
  };

  it('takes and refunds a payment', async () => {
    const { createPaymentIntent, confirmPayment, refundCharge, listRefunds, getPayment } = client();
    const created = await createPaymentIntent({ ...(await payer()), amount: '19.99' });
    expect(created).to.include({ status: 'requires_confirmation', amount: 1999 });
    const paid = await confirmPayment({ paymentId: created.id });
    expect(paid.status).to.equal('succeeded');
    const chargeId = paid.latest_charge ?? '';
    const refund = await refundCharge({ chargeId, amount_minor: 500 });
    expect(refund.amount).to.equal(500);
    expect((await listRefunds({ id: paid.id })).data.map(({ id }) => id)).to.deep.equal([
      refund.id,
    ]);
    expect((await getPayment({ id: paid.id })).charges?.data[0]?.amount_refunded).to.equal(500);
  });

  it('passes on the advice with a stored answer in which the customer still had to act', async () => {
    const advice: Array<ClientAdvice> = [];
    const pasarela = client({ onAdvice: (given) => advice.push(given) });
    const { customer_id } = await payer();
    const { id: paymentId } = await pasarela.createPaymentIntent({
      customer_id,
      amount: '10',
      payment_method: 'pm_card_authenticationRequired',
    });
    const confirm = async (idempotencyKey: string) =>
      (await pasarela.confirmPayment({ paymentId }, { idempotencyKey })).status;
    expect(await confirm('confirm-42')).to.equal('requires_action');
    expect(advice).to.deep.equal([]);
    await service.controls.challenge(paymentId, 'approve');
    expect(await confirm('confirm-42')).to.equal('requires_action');
    expect(advice).to.deep.equal([
      {
        operation: 'confirmPayment',
        idempotencyKey: 'confirm-42',
        code: 'confirm_with_new_key',
        message:
          'Esta es la respuesta guardada de la primera petición, cuando el pago aún no estaba completo. Si el cliente ya se ha autenticado, confirme el pago con una Idempotency-Key nueva: con la misma no se cobrará nunca',
      },
    ]);
    expect(await confirm('confirm-42-authenticated')).to.equal('succeeded');
    expect(advice).to.have.length(1);
    // Without the option it is not told.
    await client().confirmPayment({ paymentId }, { idempotencyKey: 'confirm-42' });
  });

  it('takes the names of the library, and refuses both names of one field', async () => {
    const { createPaymentIntent, confirmPayment, cancelPayment, listPayments } = client();
    const { customer_id: customer, payment_method } = await payer();
    const { id } = await createPaymentIntent({ customer, payment_method, amount: '10' });
    expect((await confirmPayment({ payment_intent: id })).status).to.equal('succeeded');
    expect((await listPayments({ customer })).data).to.have.length(1);
    // @ts-expect-error: the compiler finds it too.
    const twice = confirmPayment({ payment_intent: id, paymentId: id });
    expect(await rejectionOf(twice)).to.equal(
      'TypeError: confirmPayment: payment_intent and paymentId are the same: pass one of them',
    );
    // Names of one field that are undefined, as a spread of options has them, do not count.
    const absent: { paymentId?: undefined } = { paymentId: undefined };
    const again = await failureOf(cancelPayment({ ...absent, payment_intent: id }));
    expect(again.code).to.equal('payment_intent_unexpected_state');
    const other = (await payer()).customer_id;
    const listed = await listPayments({ customer: other, userId: undefined });
    expect(listed.data).to.deep.equal([]);
  });

  it('has one idempotency key for several calls', async () => {
    const { withIdempotencyKey, listPayments } = client();
    const { customer_id, payment_method } = await payer();
    const pay = () =>
      withIdempotencyKey('order-77').createPaymentIntent({
        customer_id,
        payment_method,
        amount: '10',
      });
    expect((await pay()).id).to.equal((await pay()).id);
    expect((await listPayments({ userId: customer_id })).data).to.have.length(1);
    expect(withIdempotencyKey('order-77')).not.to.have.property('listPayments');
    const wrong = withIdempotencyKey(' ').createCustomer(contact);
    expect(await rejectionOf(wrong)).to.contain('createCustomer: idempotencyKey must be');
    const order: { key?: string } = {};
    // @ts-expect-error: the compiler finds it too.
    const misspelt = withIdempotencyKey(order.key).createCustomer(contact);
    expect(await rejectionOf(misspelt)).to.contain('createCustomer: idempotencyKey must be');
  });

  it('makes no payment when the key is undefined, as a misspelt variable is', async () => {
    const order: { key?: string } = {};
    const { createPaymentIntent, listPayments } = client();
    const fields = await payer();
    const misspelt = createPaymentIntent(
      { ...fields, amount: '10' },
      { idempotencyKey: order.key },
    );
    expect(await rejectionOf(misspelt)).to.equal(
      'TypeError: createPaymentIntent: idempotencyKey must be 1 to 255 printable ASCII characters, without a space at either end',
    );
    expect((await listPayments({ userId: fields.customer_id })).data).to.deep.equal([]);
  });

  it('refunds nothing when the amount is undefined, as a misspelt variable is', async () => {
    const { createPaymentIntent, refundCharge, getPayment } = client();
    const paid = await createPaymentIntent({ ...(await payer()), amount: '10', confirm: true });
    const refused = refundCharge({ chargeId: paid.latest_charge ?? '', amount: undefined });
    expect(await rejectionOf(refused)).to.equal(
      'TypeError: refundCharge: amount is undefined; leave it out if you mean the whole amount',
    );
    expect((await getPayment({ id: paid.id })).charges?.data[0]?.amount_refunded).to.equal(0);
  });

  it('refunds the amount of an object whose class has it as an accessor', async () => {
    class PartialRefund {
      readonly chargeId: string;
      readonly #cents: number;
      constructor(chargeId: string, cents: number) {
        this.chargeId = chargeId;
        this.#cents = cents;
      }
      get amount(): string {
        return (this.#cents / 100).toFixed(2);
      }
    }
    const { createPaymentIntent, refundCharge } = client();
    const paid = await createPaymentIntent({ ...(await payer()), amount: '10', confirm: true });
    const refund = await refundCharge(new PartialRefund(paid.latest_charge ?? '', 250));
    expect(refund.amount).to.equal(250);
  });

  it('sends the other operations as the service expects them', async () => {
    const pasarela = client();
    const { customer_id, payment_method } = await payer();
    const held = await pasarela.createPaymentIntent({
      customer_id,
      payment_method,
      amount_minor: 1000,
      capture_method: 'manual',
      confirm: true,
      metadata: { order: '42' },
    });
    expect(
      (await pasarela.capturePayment({ paymentId: held.id, amount_minor: 700 })).status,
    ).to.equal('succeeded');
    const other = await pasarela.createPaymentIntent({ customer_id, payment_method, amount: '1' });
    expect((await pasarela.cancelPayment({ paymentId: other.id })).status).to.equal('canceled');

    const setUp = await pasarela.createSetupIntent({ customer_id, payment_method });
    const { id: setupIntentId } = await pasarela.getSetupIntent({ id: setUp.id });
    const saved = await pasarela.confirmSetupIntent({ setupIntentId });
    expect(saved.status).to.equal('succeeded');
    const unused = await pasarela.createSetupIntent({ customer_id });
    const canceled = await pasarela.cancelSetupIntent({ setupIntentId: unused.id });
    expect(canceled.status).to.equal('canceled');

    const { token_id } = await pasarela.tokenizeCard({
      number: ['4242', '4242', '4242', '4242'].join(''),
      exp_month: 12,
      exp_year: 2035,
      cvc: '123',
    });
    const second = await pasarela.assignCard({ userId: customer_id, source: token_id });
    const preferred = await pasarela.setDefaultCard({
      userId: customer_id,
      default_source: second.cardId,
    });
    expect(preferred.default_source).to.equal(second.cardId);
    await pasarela.removeCard({ userId: customer_id, cardId: payment_method });
    expect((await pasarela.listCards({ id: customer_id })).map(({ id }) => id)).to.deep.equal([
      second.cardId,
    ]);

    const renamed = await pasarela.updateCustomer({ id: customer_id, name: 'Ana' });
    expect(renamed.name).to.equal('Ana');
    expect((await pasarela.getCustomer({ id: customer_id })).email).to.equal(contact.email);
    const { data } = await pasarela.listCustomers({ email: contact.email, limit: 1 });
    expect(data).to.have.length(1);
    expect(await pasarela.deleteCustomer({ id: customer_id })).to.deep.equal({ id: customer_id });

    const [event] = (await pasarela.listEvents({ object_id: customer_id })).data;
    const id = event?.id ?? '';
    expect((await pasarela.getEvent({ id })).object_id).to.equal(customer_id);
    expect((await pasarela.replayEvent({ id })).id).to.equal(id);
    expect(await pasarela.replayEvents()).to.deep.equal({ replayed: 0 });
    expect((await pasarela.eraseEvents({ customer: customer_id })).erased).to.be.greaterThan(0);
  });

  it('takes amounts as text in whole units or as minor units, in every operation', async () => {
    const pasarela = client();
    const card = await payer();
    const held = { ...card, capture_method: 'manual', confirm: true } as const;
    const first = await pasarela.createPaymentIntent({ ...held, amount: '19.99' });
    const second = await pasarela.createPaymentIntent({ ...held, amount_minor: 1999 });
    expect([first.amount, second.amount]).to.deep.equal([1999, 1999]);
    const taken = [
      await pasarela.capturePayment({ paymentId: first.id, amount: '12' }),
      await pasarela.capturePayment({ paymentId: second.id, amount_minor: 1200 }),
    ];
    expect(taken.map((one) => one.amount_received)).to.deep.equal([1200, 1200]);
    const chargeId = taken[0]?.latest_charge ?? '';
    const refunds = [
      await pasarela.refundCharge({ chargeId, amount: '5.5' }),
      await pasarela.refundCharge({ chargeId, amount_minor: 50, amount: undefined }),
    ];
    expect(refunds.map(({ amount }) => amount)).to.deep.equal([550, 50]);
  });

  it('refuses a number as an amount before it is sent, with both ways to write it', async () => {
    const pasarela = client({ fetch: () => Promise.reject(new Error('sent')) });
    const twenty =
      "amount must be text in whole units of the currency, not a number: for 20.00 EUR: amount: '20.00' or amount_minor: 2000; for 0.20 EUR: amount: '0.20' or amount_minor: 20";
    const order = { customer_id: 'cus_1', payment_method: 'card_1' };
    for (const [call, problem] of [
      // @ts-expect-error: the compiler finds it too.
      [pasarela.createPaymentIntent({ ...order, amount: 20 }), `createPaymentIntent: ${twenty}`],
      // @ts-expect-error: the compiler finds it too.
      [pasarela.refundCharge({ chargeId: 'ch_1', amount: 20 }), `refundCharge: ${twenty}`],
      // @ts-expect-error: the compiler finds it too.
      [pasarela.capturePayment({ paymentId: 'pi_1', amount: 20 }), `capturePayment: ${twenty}`],
      [
        // @ts-expect-error: the compiler finds it too.
        pasarela.createPaymentIntent({ ...order, amount: 500, currency: 'JPY' }),
        "for 500 JPY: amount: '500' or amount_minor: 500",
      ],
      [
        // @ts-expect-error: the compiler finds it too.
        pasarela.refundCharge({ chargeId: 'ch_1', amount: -1.005 }),
        "refundCharge: amount must be text in whole units of the currency, such as '19.99'",
      ],
      [
        // @ts-expect-error: the compiler finds it too.
        pasarela.refundCharge({ chargeId: 'ch_1', amount: '5', amount_minor: 500 }),
        'refundCharge: amount and amount_minor cannot be used together: pass one of them',
      ],
      [
        pasarela.refundCharge({ chargeId: 'ch_1', amount: undefined, amount_minor: undefined }),
        'refundCharge: amount is undefined; leave it out if you mean the whole amount',
      ],
      [
        // @ts-expect-error: the compiler finds it too.
        pasarela.refundCharge({ chargeId: 'ch_1', amount_decimal: undefined }),
        'refundCharge: amount_decimal is undefined; leave it out if you mean the whole amount',
      ],
      [
        // @ts-expect-error: the compiler finds it too.
        pasarela.refundCharge({ chargeId: 'ch_1', amount_minor: () => 500 }),
        'refundCharge: amount_minor is nothing that JSON can write; leave it out if you mean the whole amount',
      ],
      [
        // @ts-expect-error: the compiler finds it too.
        pasarela.capturePayment({ paymentId: 'pi_1', amount: '5', amount_decimal: '7' }),
        'capturePayment: amount and amount_decimal cannot be used together: pass one of them',
      ],
    ] as const) {
      const error = await rejectionOf(call);
      expect(error).to.match(/^TypeError: /);
      expect(error).to.contain(problem);
    }
  });

  it('goes through all pages of a list, forwards and backwards', async () => {
    const pasarela = client();
    const card = await payer();
    const made: Array<string> = [];
    for (const amount of ['1', '2', '3', '4', '5']) {
      made.unshift((await pasarela.createPaymentIntent({ ...card, amount })).id);
    }
    const idsOf = async (items: AsyncIterable<{ readonly id: string }>) => {
      const ids: Array<string> = [];
      for await (const { id } of items) ids.push(id);
      return ids;
    };
    const asked = { userId: card.customer_id, limit: 2 };
    const page = pasarela.listPayments(asked);
    expect((await page).data.map(({ id }) => id)).to.deep.equal(made.slice(0, 2));
    expect((await page).has_more).to.equal(true);
    expect(await idsOf(page)).to.deep.equal(made);
    expect(await idsOf(page)).to.deep.equal(made);
    const before = pasarela.listPayments({ ...asked, ending_before: made[4] });
    expect(await idsOf(before)).to.deep.equal(made.slice(0, 4).toReversed());
    const nobody = await pasarela.createCustomer(contact);
    expect(await idsOf(pasarela.listPayments({ userId: nobody.id }))).to.deep.equal([]);
  });

  it('pays once under a key of the caller', async () => {
    const order = { ...(await payer()), amount: '10', confirm: true };
    const options = { idempotencyKey: 'order-42' };
    const first = await client().createPaymentIntent(order, options);
    const again = await client().createPaymentIntent(order, options);
    expect(again).to.deep.equal(first);
    const other = await client().createPaymentIntent(order);
    expect(other.id).not.to.equal(first.id);
    const reused = await failureOf(
      client().createPaymentIntent({ ...order, amount: '11' }, options),
    );
    expect(reused).to.include({ status: 422, code: 'idempotency_key_reuse', outcome: 'not_done' });
  });

  it('rejects a decline with what the bank and the processor said', async () => {
    const order = { ...(await payer()), amount: '10' };
    const error = await failureOf(
      client().createPaymentIntent(
        { ...order, payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds', confirm: true },
        { idempotencyKey: 'order-43' },
      ),
    );
    expect(error).to.include({
      name: 'PasarelaError',
      status: 402,
      code: 'insufficient_funds',
      decline_code: 'insufficient_funds',
      outcome: 'not_done',
      idempotency_key: 'order-43',
      message: 'Your card has insufficient funds.',
    });
    expect(error.payment_intent).to.match(/^pi_/);
    expect(error.charge).to.match(/^ch_/);
    expect(service.logged()).to.contain(error.request_id);
  });

  it('rejects with the hint of the service', async () => {
    const mixed = await failureOf(client().refundCharge({ chargeId: 'pi_1', amount: '5.00' }));
    expect(mixed).to.include({ status: 404, code: 'resource_missing' });
    expect(mixed.hint).to.include('latest_charge');
    const missing = await failureOf(client().getPayment({ id: 'pi_none' }));
    expect(missing.hint).to.equal(undefined);
  });

  it('rejects wrong input with the names of its fields', async () => {
    const missing = await failureOf(client().createCustomer({ ...contact, name: '', phone: ' ' }));
    expect(missing).to.deep.include({ code: 'missing_fields', fields: ['name', 'phone'] });
    expect(missing.field).to.equal(undefined);
    const order = { ...(await payer()), amount: '0' };
    const invalid = await failureOf(client().createPaymentIntent(order));
    expect(invalid).to.include({ code: 'invalid_field', field: 'amount', fields: undefined });
  });

  it('rejects a misspelt field of a payment with the name that was meant', async () => {
    const order = { ...(await payer()), ammount: 10 };
    // @ts-expect-error: the compiler finds it too.
    const error = await failureOf(client().createPaymentIntent(order));
    expect(error).to.include({ status: 400, code: 'unknown_field', outcome: 'not_done' });
    expect(error.message).to.contain('amount');
  });

  it('rejects a wrong key, a missing key and a wrong base URL', async () => {
    const wrong = await failureOf(client({ apiKey: `${apiKey}s` }).listCustomers());
    expect(wrong).to.include({ status: 401, code: 'unauthorized', outcome: 'not_done' });
    expect(wrong.idempotency_key).to.equal(undefined);
    const none = await failureOf(client({ apiKey: undefined }).createCustomer(contact));
    expect(none).to.include({ status: 401, outcome: 'not_done' });
    const elsewhere = client({ baseUrl: `${service.address}/api` });
    const error = await failureOf(elsewhere.createCustomer(contact));
    expect(error).to.include({ status: 404, code: null, outcome: 'not_done' });
    expect(error.message).to.contain('check baseUrl');
  });

  it('calls a service under a prefix, and a handler in the same process', async () => {
    const payments = createPayments({ processor: createMemoryProcessor() });
    const handle = createFetchHandler(payments, { prefix: '/shop' });
    for (const baseUrl of [
      'http://127.0.0.1/shop',
      'http://127.0.0.1/shop/',
      new URL('http://127.0.0.1/shop//'),
      // Of these the path would become a query, or part of the host.
      'http://127.0.0.1/shop?',
      'http://127.0.0.1/shop#',
      ' http://127.0.0.1/shop\n',
    ]) {
      const pasarela = createClient({
        baseUrl,
        fetch: (url, init) => handle(new Request(url, init)),
      });
      expect((await pasarela.createCustomer(contact)).email).to.equal(contact.email);
    }
  });

  it('never sends an id that leads to another path', async () => {
    const pasarela = client({ fetch: () => Promise.reject(new Error('sent')) });
    for (const id of ['', ' ', '.', '..', undefined, 5]) {
      // @ts-expect-error: the compiler finds some of them.
      const error = await rejectionOf(pasarela.getCustomer({ id }));
      expect(error).to.match(/^TypeError: /);
      expect(error).to.contain('getCustomer: id must be an id');
    }
    expect((await failureOf(client().getCustomer({ id: '../payments?x=1' }))).status).to.equal(404);
  });

  it('throws for wrong options, without showing the key', () => {
    for (const [options, problem] of [
      [{ baseUrl: 'shop' }, 'baseUrl must be an http or https URL'],
      [{ baseUrl: 'ftp://shop' }, 'baseUrl must be an http or https URL'],
      [{ baseUrl: 'https://ana:x@shop' }, 'baseUrl must be an http or https URL'],
      [{ baseUrl: 'https://shop/?a=1' }, 'baseUrl must be an http or https URL'],
      [{ apiKey: `${apiKey}\n` }, 'apiKey must be printable ASCII'],
      [{ apiKey: '' }, 'apiKey must be printable ASCII'],
      [{ timeoutMs: 0 }, 'timeoutMs must be'],
      [{ maxRetries: -1 }, 'maxRetries must be'],
      [{ timeout: 5 }, 'there is no option timeout (did you mean timeoutMs?)'],
    ] as ReadonlyArray<readonly [object, string]>) {
      const create = () => client(options);
      expect(create).to.throw(TypeError, problem);
      expect(create).not.to.throw(apiKey);
    }
  });

  it('rejects wrong options of a call', async () => {
    const pasarela = client();
    for (const [options, problem] of [
      [{ idempotencyKey: '' }, 'createCustomer: idempotencyKey must be'],
      [{ idempotencyKey: ' a' }, 'idempotencyKey must be'],
      [{ idempotencyKey: 'ñ' }, 'idempotencyKey must be'],
      [{ idempotencyKeys: 'a' }, 'did you mean idempotencyKey?'],
      [{ signal: 5 }, 'signal must be an AbortSignal'],
    ] as ReadonlyArray<readonly [object, string]>) {
      const error = await rejectionOf(pasarela.createCustomer(contact, options));
      expect(error).to.match(/^TypeError: /);
      expect(error).to.contain(problem);
    }
    // @ts-expect-error: a call that only reads takes no key.
    const error = await rejectionOf(pasarela.listCustomers({}, { idempotencyKey: 'a' }));
    expect(error).to.contain('listCustomers: there is no option idempotencyKey');
  });

  it('refuses to run in a browser, unless that is allowed', () => {
    const page = { window: {}, document: {} };
    Object.assign(globalThis, page);
    try {
      expect(() => client()).to.throw('everybody can read the API key');
      expect(client({ dangerouslyAllowBrowser: true })).to.have.property('getPayment');
    } finally {
      for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
    }
    expect(client()).to.have.property('getPayment');
  });
});
