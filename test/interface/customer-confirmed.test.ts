import { expect } from 'chai';
import { expectFailure, expectSuccess, invalidField } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const created = 'Intento de pago creado correctamente';
const confirmed = 'Pago confirmado correctamente';
const setUp = 'Intento de configuración creado correctamente';
const setUpConfirmed = 'Intento de configuración confirmado correctamente';

const missing = (message: string, fields: ReadonlyArray<string>) => ({
  status: 400,
  message,
  code: 'missing_fields',
  fields,
});

type Body = Readonly<Record<string, unknown>>;

const refusedPayments: ReadonlyArray<readonly [body: Body, message: string]> = [
  [
    { payment_methods: ['card'], payment_method: 'pm_card_visa' },
    'payment_method y payment_methods no se pueden usar a la vez',
  ],
  [
    { payment_methods: 'automatic', confirm: true },
    'confirm no puede ser true con payment_methods, porque el cliente confirma en su página: omita confirm, o envíe el confirmation_token de la página',
  ],
  [
    { payment_methods: 'automatic', off_session: true },
    'off_session y payment_methods no se pueden usar a la vez',
  ],
  [
    { payment_methods: ['card'], confirmation_token: 'ctoken_1' },
    'confirmation_token solo se puede usar con confirm: true',
  ],
  [
    { customer_id: 'cus_1', payment_method: 'pm_1', confirmation_token: 'ctoken_1', confirm: true },
    'confirmation_token solo se puede usar junto con payment_methods',
  ],
  [
    {
      payment_methods: ['card'],
      mandate: { ip_address: '203.0.113.7', user_agent: 'Firefox' },
    },
    'mandate solo se puede usar junto con confirmation_token',
  ],
  [
    { payment_methods: ['card'], return_url: 'https://shop.example/back' },
    'return_url solo se puede usar con confirm: true',
  ],
  ...['card', '', [], ['card', 'card'], ['Card'], null, true].map(
    (payment_methods) =>
      [
        { payment_methods },
        'payment_methods debe ser "automatic" o una lista de tipos distintos de métodos de pago, por ejemplo ["card", "bizum"]',
      ] as const,
  ),
];

onService('interface: payments that the customer confirms on the page', {}, (service) => {
  const { call } = service;
  const given = journeys(call);
  const pay = (body: Body) => call('POST', '/api/payments', { body: { amount: 19.99, ...body } });
  const confirm = (body: Body) => call('POST', '/api/payments/confirm', { body });
  const setup = (body: Body) => call('POST', '/api/setup-intents', { body });

  for (const path of ['/api/payments', '/api/payments/create']) {
    it(`P16: POST ${path} without customer and payment method is answered with a client_secret`, async () => {
      const body = { amount: 19.99, payment_methods: 'automatic' };
      const data = expectSuccess(await call('POST', path, { body }), 201, created);
      expect(data).to.deep.include({
        object: 'payment_intent',
        amount: 1999,
        currency: 'eur',
        customer: null,
        payment_method: null,
        status: 'requires_payment_method',
        confirmation_method: 'automatic',
      });
      expect(at(data, 'automatic_payment_methods')).to.deep.include({ enabled: true });
      expect(textAt(data, 'client_secret')).to.match(/^pi_\w+_secret_\w+$/);
    });
  }

  it('P16: a list names the types that the page may offer, and everything else is as before', async () => {
    const customer_id = await given.customer();
    const said = {
      metadata: { order: '42' },
      description: 'Pedido 42',
      receipt_email: 'ana@example.com',
      capture_method: 'manual',
      setup_future_usage: 'off_session',
    };
    const answer = await pay({ customer_id, payment_methods: ['card', 'link'], ...said });
    expect(expectSuccess(answer, 201, created)).to.deep.include({
      ...said,
      customer: customer_id,
      payment_method_types: ['card', 'link'],
      confirmation_method: 'automatic',
      status: 'requires_payment_method',
    });
  });

  for (const [body, message] of refusedPayments) {
    it(`P16: ${JSON.stringify(body)} is refused: ${message}`, async () => {
      expectFailure(await pay(body), invalidField(message));
    });
  }

  it('P16: without payment_methods the three fields of the interface stay required', async () => {
    expectFailure(
      await pay({ customer_id: 'cus_1' }),
      missing('customer_id, amount y payment_method son requeridos', ['payment_method']),
    );
    expectFailure(
      await call('POST', '/api/payments', { body: { payment_methods: ['card'] } }),
      missing('amount es requerido', ['amount']),
    );
  });

  it('P16: a type that does not exist is the refusal of the processor', async () => {
    const answer = await pay({ payment_methods: ['card', 'no_such_type'] });
    expect([answer.status, at(answer.body, 'code')]).to.deep.equal([400, 'invalid_request_error']);
    expect(at(answer.body, 'message')).to.match(/payment_method_types/);
  });

  it('P16: confirmation_token charges what the customer chose, at creation', async () => {
    const confirmation_token = await service.controls.confirmationToken();
    const answer = await pay({
      payment_methods: ['card'],
      confirmation_token,
      confirm: true,
      return_url: 'https://shop.example/back',
    });
    const data = expectSuccess(answer, 201, created);
    expect(data).to.include({ status: 'succeeded', amount_received: 1999 });
    expect(textAt(data, 'payment_method')).to.match(/^pm_/);
  });

  it('P16: confirmation_token charges what the customer chose, at confirmation', async () => {
    const paymentId = textAt((await pay({ payment_methods: 'automatic' })).body, 'data.id');
    const answer = await confirm({
      paymentId,
      confirmation_token: await service.controls.confirmationToken(),
      return_url: 'https://shop.example/back',
    });
    expect(expectSuccess(answer, 200, confirmed)).to.include({
      id: paymentId,
      status: 'succeeded',
    });
  });

  it('P16: a confirmation takes a payment_method or a confirmation_token', async () => {
    const both = { payment_method: 'pm_card_visa', confirmation_token: 'ctoken_1' };
    expectFailure(
      await confirm({ paymentId: 'pi_1', ...both }),
      invalidField('payment_method y confirmation_token no se pueden usar a la vez'),
    );
  });

  it('P16: a confirmation_token that was used is the refusal of the processor', async () => {
    const confirmation_token = await service.controls.confirmationToken();
    const body = { payment_methods: ['card'], confirmation_token, confirm: true };
    expectSuccess(await pay(body), 201, created);
    const again = await pay(body);
    expect([again.status, at(again.body, 'code')]).to.deep.equal([400, 'invalid_request_error']);
  });

  it('P16: a declined confirmation_token is 402, with the payment', async () => {
    const confirmation_token = await service.controls.confirmationToken(
      'pm_card_visa_chargeDeclined',
    );
    expectFailure(await pay({ payment_methods: ['card'], confirmation_token, confirm: true }), {
      status: 402,
      message: 'Your card was declined.',
      code: 'card_declined',
      decline_code: 'generic_decline',
      payment_intent: /^pi_/,
      charge: /^ch_/,
    });
  });

  it('P16: the mandate of the customer is passed on', async () => {
    const answer = await pay({
      payment_methods: ['card'],
      confirmation_token: await service.controls.confirmationToken(),
      confirm: true,
      setup_future_usage: 'off_session',
      mandate: { ip_address: '203.0.113.7', user_agent: 'Firefox' },
    });
    expect(expectSuccess(answer, 201, created)).to.include({ status: 'succeeded' });
  });

  it('P16: mandate true is the address and the agent of the request', async () => {
    const body = {
      amount: 19.99,
      payment_methods: ['card'],
      confirmation_token: await service.controls.confirmationToken(),
      confirm: true,
      mandate: true,
    };
    const headers = { 'user-agent': 'Firefox' };
    expectSuccess(await call('POST', '/api/payments', { body, headers }), 201, created);
    expectFailure(
      await call('POST', '/api/payments/confirm', {
        body: { paymentId: 'pi_1', mandate: true },
        headers: { 'user-agent': '' },
      }),
      invalidField('mandate debe ser un objeto con ip_address y user_agent, los del cliente'),
    );
    expect(service.logged()).not.to.include('Firefox');
  });

  it('P16 I2: mandate true from another address is the same request: the first mandate holds', async () => {
    const body = {
      amount: 19.99,
      payment_methods: ['card'],
      confirmation_token: await service.controls.confirmationToken(),
      confirm: true,
      mandate: true,
    };
    const answers = [];
    for (const agent of ['Firefox', 'Firefox for Android']) {
      const headers = { 'user-agent': agent, 'idempotency-key': 'on the move' };
      answers.push(await call('POST', '/api/payments', { body, headers }));
    }
    const [first, again] = answers;
    expect([first?.status, again?.status]).to.deep.equal([201, 201]);
    expect(again?.headers.get('idempotent-replayed')).to.equal('true');
    expect(again?.text).to.equal(first?.text);
    const { mandate: _, ...without } = body;
    const other = await call('POST', '/api/payments', {
      body: without,
      headers: { 'idempotency-key': 'on the move' },
    });
    expect([other.status, at(other.body, 'code')]).to.deep.equal([422, 'idempotency_key_reuse']);
  });

  for (const [mandate, message] of [
    [{}, 'mandate debe ser un objeto con ip_address y user_agent, los del cliente'],
    [
      { ip_address: '203.0.113.7' },
      'mandate debe ser un objeto con ip_address y user_agent, los del cliente',
    ],
    [
      { ip_address: '203.0.113.7', useragent: 'x' },
      'mandate.useragent es un campo desconocido (¿Quería decir user_agent?)',
    ],
  ] as const) {
    it(`P16: the mandate ${JSON.stringify(mandate)} is refused`, async () => {
      expectFailure(await confirm({ paymentId: 'pi_1', mandate }), invalidField(message));
    });
  }

  it('P16: a setup without customer and payment method is answered with a client_secret', async () => {
    const data = expectSuccess(await setup({ payment_methods: ['card', 'link'] }), 201, setUp);
    expect(data).to.deep.include({
      object: 'setup_intent',
      customer: null,
      payment_method: null,
      payment_method_types: ['card', 'link'],
      status: 'requires_payment_method',
    });
    expect(textAt(data, 'client_secret')).to.match(/^seti_\w+_secret_\w+$/);
    expectFailure(
      await setup({ payment_methods: 'automatic', confirm: true }),
      invalidField(
        'confirm no puede ser true con payment_methods, porque el cliente confirma en su página: omita confirm, o envíe el confirmation_token de la página',
      ),
    );
    expectFailure(await setup({}), missing('customer_id es requerido', ['customer_id']));
  });

  it('P16: confirmation_token saves what the customer chose', async () => {
    const customer_id = await given.customer();
    const made = expectSuccess(
      await setup({
        customer_id,
        payment_methods: ['card'],
        confirmation_token: await service.controls.confirmationToken(),
        confirm: true,
      }),
      201,
      setUp,
    );
    expect(made).to.include({ status: 'succeeded', customer: customer_id });

    const later = await setup({ customer_id, payment_methods: ['card'] });
    const answer = await call('POST', '/api/setup-intents/confirm', {
      body: {
        setupIntentId: textAt(later.body, 'data.id'),
        confirmation_token: await service.controls.confirmationToken(),
      },
    });
    expect(expectSuccess(answer, 200, setUpConfirmed)).to.include({ status: 'succeeded' });
  });
});

onService(
  'interface: currencies of payment methods',
  { env: { CURRENCIES: 'eur,usd' } },
  ({ call }) => {
    for (const method of ['bancontact', 'bizum', 'ideal', 'sepa_debit']) {
      it(`P16: ${method} is refused in dollars, with what to do`, async () => {
        expectFailure(
          await call('POST', '/api/payments', {
            body: { amount: 5, currency: 'usd', payment_methods: ['card', method] },
          }),
          invalidField(
            `payment_methods no puede incluir ${method}, que solo admite eur, en un pago en usd: quite ${method}, o cambie la divisa`,
          ),
        );
      });
    }

    it('P16: cards take any currency', async () => {
      const body = { amount: 5, currency: 'usd', payment_methods: ['card', 'link'] };
      expectSuccess(await call('POST', '/api/payments', { body }), 201, created);
    });
  },
);
