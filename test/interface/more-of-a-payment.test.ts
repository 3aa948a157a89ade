import { expect } from 'chai';
import { expectFailure, expectSuccess, invalidField } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const created = 'Intento de pago creado correctamente';

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));

const invalidMetadata: ReadonlyArray<readonly [what: string, metadata: unknown, message: string]> =
  [
    ...[null, '', 'order=42', 7, true, ['42']].map(
      (metadata) =>
        [
          JSON.stringify(metadata),
          metadata,
          'metadata debe ser un objeto de claves y textos, por ejemplo {"order": "42"}',
        ] as const,
    ),
    ['50 keys', keys(50), 'metadata admite 49 claves como máximo'],
    ...['', 'a[b]', ']', 'x'.repeat(41)].map(
      (key) =>
        [
          `the key "${key}"`,
          { [key]: '42' },
          'metadata debe tener claves de 1 a 40 caracteres, sin corchetes',
        ] as const,
    ),
    ...[42, true, null, {}, ['42'], '', 'x'.repeat(501)].map(
      (value) =>
        [
          `the value ${JSON.stringify(value).slice(0, 20)}`,
          { order: value },
          'metadata.order debe ser un texto de 1 a 500 caracteres',
        ] as const,
    ),
    ...['mine', '', 7].map(
      (value) =>
        [
          `pasarela_key as ${JSON.stringify(value)}`,
          { order: '42', pasarela_key: value },
          'metadata.pasarela_key está reservado para Pasarela',
        ] as const,
    ),
  ];

onService('interface: what a shop says of a payment', {}, ({ call }) => {
  const given = journeys(call);
  const pay = async (fields: object) => {
    const customer_id = await given.customer();
    const body = { amount: 10, customer_id, payment_method: 'pm_card_visa', ...fields };
    return call('POST', '/api/payments', { body });
  };

  it('P15: metadata is on the payment, in lists, on the charge and in events', async () => {
    const metadata = { order: '6735', café: 'con leche' };
    const description = 'Pedido 6735';
    const data = expectSuccess(await pay({ metadata, description, confirm: true }), 201, created);
    expect(data).to.deep.include({ metadata, description });
    expect(at(data, 'charges.data.0')).to.deep.include({ metadata, description });

    const [id, customer] = [textAt(data, 'id'), textAt(data, 'customer')];
    const found = await call('GET', `/api/payments/${id}`);
    expect(at(found.body, 'data')).to.deep.include({ id, metadata, description });
    const listed = await call('GET', `/api/payments?userId=${customer}`);
    expect(at(listed.body, 'data.data.0')).to.deep.include({ id, metadata, description });
  });

  it('P15: receipt_email and statement_descriptor_suffix are passed on unchanged', async () => {
    const said = { receipt_email: 'ana@example.com', statement_descriptor_suffix: 'PEDIDO 42' };
    expect(expectSuccess(await pay(said), 201, created)).to.include(said);
  });

  it('P15: shipping is passed on unchanged', async () => {
    const shipping = {
      name: 'Ana García',
      phone: '+34600000000',
      carrier: 'Correos',
      tracking_number: 'PQ4A',
      address: {
        line1: 'Calle Mayor 1',
        line2: '2º B',
        city: 'Madrid',
        state: 'Madrid',
        postal_code: '28013',
        country: 'ES',
      },
    };
    expect(at(expectSuccess(await pay({ shipping }), 201, created), 'shipping')).to.deep.equal(
      shipping,
    );
  });

  it('P15: setup_future_usage and off_session are passed on', async () => {
    const kept = await pay({ setup_future_usage: 'off_session' });
    expect(at(expectSuccess(kept, 201, created), 'setup_future_usage')).to.equal('off_session');
    const away = await pay({ off_session: true, confirm: true });
    expect(at(expectSuccess(away, 201, created), 'status')).to.equal('succeeded');
  });

  it('P15 E5: off_session is 402 if the bank requires a challenge', async () => {
    const answer = await pay({
      off_session: true,
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
    });
    expect([answer.status, at(answer.body, 'code')], answer.text).to.deep.equal([
      402,
      'authentication_required',
    ]);
  });

  it('P15: without off_session the payment requires a challenge', async () => {
    for (const off_session of [{}, { off_session: false }]) {
      const payment_method = 'pm_card_authenticationRequired';
      const answer = await pay({ ...off_session, confirm: true, payment_method });
      expect(at(expectSuccess(answer, 201, created), 'status')).to.equal('requires_action');
    }
  });

  for (const fields of [{ off_session: true }, { off_session: true, confirm: false }]) {
    it(`P15: ${JSON.stringify(fields)} without confirm: true is 400`, async () => {
      expectFailure(await pay(fields), {
        status: 400,
        message: 'off_session solo se puede usar con confirm: true',
        code: 'invalid_field',
        field: 'off_session',
      });
    });
  }

  for (const [what, metadata, message] of invalidMetadata) {
    it(`P15 P14: metadata with ${what} is 400`, async () => {
      expectFailure(await pay({ metadata }), {
        status: 400,
        message,
        code: 'invalid_field',
        field: 'metadata',
      });
    });
  }

  it('P15: metadata that is a long number is 400', async () => {
    const answer = await call('POST', '/api/payments', {
      raw: '{"amount": 10, "customer_id": "cus_1", "payment_method": "pm_1", "metadata": 1.00000000000000000001}',
    });
    expectFailure(answer, {
      status: 400,
      message: 'metadata debe ser un objeto de claves y textos, por ejemplo {"order": "42"}',
      code: 'invalid_field',
      field: 'metadata',
    });
  });

  it('P15: 49 keys of 40 characters with texts of 500 are accepted', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 49 }, (_, index) => [`${'k'.repeat(38)}${index + 10}`, 'ñ'.repeat(500)]),
    );
    const data = expectSuccess(await pay({ metadata }), 201, created);
    expect(at(data, 'metadata')).to.deep.equal(metadata);
  });

  for (const [fields, message] of [
    [{ description: 7 }, 'description debe ser un texto'],
    [{ receipt_email: null }, 'receipt_email debe ser un texto'],
    [{ statement_descriptor_suffix: 42 }, 'statement_descriptor_suffix debe ser un texto'],
    [
      { capture_method: 'later' },
      'capture_method debe ser uno de: automatic, automatic_async, manual',
    ],
    [
      { setup_future_usage: 'always' },
      'setup_future_usage debe ser uno de: on_session, off_session',
    ],
    [{ off_session: 'true' }, 'off_session debe ser true o false'],
    [{ shipping: 'Calle Mayor 1' }, 'shipping debe ser un objeto con name y address'],
    [{ shipping: { address: {} } }, 'shipping.name debe ser un texto'],
    [
      { shipping: { name: 'Ana' } },
      'shipping.address debe ser un objeto con line1, line2, city, state, postal_code o country',
    ],
    [
      { shipping: { name: 'Ana', address: { city: 28013 } } },
      'shipping.address.city debe ser un texto',
    ],
    [
      { shipping: { name: 'Ana', adress: {}, address: {} } },
      'shipping.adress es un campo desconocido (¿Quería decir address?)',
    ],
    [
      { shipping: { name: 'Ana', address: { street: 'Mayor' } } },
      'shipping.address.street es un campo desconocido',
    ],
  ] as const) {
    it(`P15 E14: ${JSON.stringify(fields)} is 400`, async () => {
      expectFailure(await pay(fields), invalidField(message));
    });
  }

  for (const [fields, message] of [
    [{ receipt_email: 'ana' }, 'Invalid email address: ana'],
    [
      { statement_descriptor_suffix: '42' },
      'The statement descriptor must contain at least one Latin character.',
    ],
  ] as const) {
    it(`P15 §7: ${JSON.stringify(fields)} is refused with the processor's text`, async () => {
      const answer = await pay(fields);
      expect([answer.status, at(answer.body, 'message')]).to.deep.equal([400, message]);
    });
  }
});

onService('interface: capture', {}, ({ call }) => {
  const given = journeys(call);
  const hold = async (amount: unknown = 19.99): Promise<string> =>
    given.payment({
      amount,
      customer_id: await given.customer(),
      payment_method: 'pm_card_visa',
      capture_method: 'manual',
      confirm: true,
    });
  const capture = (body: object) => call('POST', '/api/payments/capture', { body });
  const statusOf = async (id: string): Promise<unknown> =>
    at((await call('GET', `/api/payments/${id}`)).body, 'data.status');

  it('P5 P15: a payment with capture_method manual is authorized: requires_capture', async () => {
    const customer_id = await given.customer();
    const body = {
      amount: 19.99,
      customer_id,
      payment_method: 'pm_card_visa',
      capture_method: 'manual',
    };
    const data = expectSuccess(await call('POST', '/api/payments', { body }), 201, created);
    expect(data).to.include({ status: 'requires_confirmation', capture_method: 'manual' });
    const confirmed = await call('POST', '/api/payments/confirm', {
      body: { paymentId: textAt(data, 'id') },
    });
    expect(at(confirmed.body, 'data')).to.include({
      status: 'requires_capture',
      amount_capturable: 1999,
      amount_received: 0,
    });
  });

  it('P15 P8: POST /api/payments/capture captures the whole amount, and returns no client_secret', async () => {
    const paymentId = await hold();
    const answer = await capture({ paymentId });
    const data = expectSuccess(answer, 200, 'Pago capturado correctamente');
    expect(data).to.include({ id: paymentId, status: 'succeeded', amount_received: 1999 });
    expect(at(data, 'charges.data.0')).to.include({ captured: true, amount_captured: 1999 });
    expect(answer.text).not.to.include('client_secret');
    expect(answer.text).not.to.include('_secret_');
  });

  it('P15 E12: capturing an unknown payment is 404', async () => {
    expectFailure(await capture({ paymentId: 'pi_unknown' }), {
      status: 404,
      message: 'Pago no encontrado',
      code: 'resource_missing',
    });
  });

  it('P15: an amount in cents captures that amount, once', async () => {
    const paymentId = await hold();
    const data = expectSuccess(
      await capture({ paymentId, amount: 1200 }),
      200,
      'Pago capturado correctamente',
    );
    expect(data).to.include({ status: 'succeeded', amount: 1999, amount_received: 1200 });
    const again = await capture({ paymentId });
    expect([again.status, at(again.body, 'code')]).to.deep.equal([
      400,
      'payment_intent_unexpected_state',
    ]);
  });

  for (const amount of [{ amount_minor: 1200 }, { amount_decimal: '12' }]) {
    it(`P19: ${JSON.stringify(amount)} captures 12 euros`, async () => {
      const data = expectSuccess(
        await capture({ paymentId: await hold(), ...amount }),
        200,
        'Pago capturado correctamente',
      );
      expect(data).to.include({ status: 'succeeded', amount_received: 1200 });
    });
  }

  it('P19: two amounts are 400, and capture nothing', async () => {
    const paymentId = await hold();
    expectFailure(await capture({ paymentId, amount: 1200, amount_minor: 1200 }), {
      status: 400,
      message: 'amount y amount_minor no se pueden usar a la vez',
      code: 'invalid_field',
      field: 'amount',
    });
    expect(await statusOf(paymentId)).to.equal('requires_capture');
  });

  it("P15 §7: more than is authorized is the processor's amount_too_large, and captures nothing", async () => {
    const paymentId = await hold();
    expectFailure(await capture({ paymentId, amount: 2000 }), {
      status: 400,
      message:
        'The payment could not be captured because the requested capture amount is greater than the amount you can capture for this charge. Contact us via https://support.stripe.com/contact/ for help.',
      code: 'amount_too_large',
    });
    expect(await statusOf(paymentId)).to.equal('requires_capture');
  });

  for (const amount of [0, -1, null, '1200', 'all', true]) {
    it(`P15 P11: the amount ${JSON.stringify(amount)} is 400, and captures nothing`, async () => {
      const paymentId = await hold();
      expectFailure(await capture({ paymentId, amount }), {
        status: 400,
        message: 'amount debe ser un número mayor a 0',
        code: 'invalid_field',
        field: 'amount',
      });
      expect(await statusOf(paymentId)).to.equal('requires_capture');
    });
  }

  it('P15 P11: an amount in euros is 400', async () => {
    expectFailure(await capture({ paymentId: 'pi_1', amount: 19.99 }), {
      status: 400,
      message:
        'amount debe ser un número entero de céntimos: 19.99 se leyó como 19.99 unidades mínimas',
      code: 'invalid_field',
      field: 'amount',
    });
  });

  for (const body of [{}, { paymentId: null }, { paymentId: '  ' }, { amount: 100 }]) {
    it(`P15: capturing ${JSON.stringify(body)} is 400`, async () => {
      expectFailure(await capture(body), {
        status: 400,
        message: 'paymentId es requerido',
        code: 'missing_fields',
        fields: ['paymentId'],
      });
    });
  }

  it('P15: a captured or cancelled payment cannot be captured', async () => {
    const { payment } = await given.paid();
    const canceled = await hold();
    await call('POST', '/api/payments/cancel', { body: { paymentId: canceled } });
    for (const paymentId of [payment, canceled]) {
      const answer = await capture({ paymentId });
      expect([answer.status, at(answer.body, 'code')]).to.deep.equal([
        400,
        'payment_intent_unexpected_state',
      ]);
    }
  });

  it('P15: an authorized payment can be cancelled', async () => {
    const paymentId = await hold();
    const answer = await call('POST', '/api/payments/cancel', { body: { paymentId } });
    expect(at(answer.body, 'data.status')).to.equal('canceled');
  });
});

onService('interface: metadata of customers and refunds', {}, ({ call }) => {
  const given = journeys(call);
  const metadataOf = async (id: string): Promise<unknown> =>
    at((await call('GET', `/api/customers/${id}`)).body, 'data.metadata');

  it('P15: GET and the list return the metadata of a new customer', async () => {
    const id = await given.customer({ email: 'crm@example.com', metadata: { crm: '42' } });
    expect(await metadataOf(id)).to.deep.equal({ crm: '42' });
    const listed = await call('GET', '/api/customers?email=crm@example.com');
    expect(at(listed.body, 'data.data.0.metadata')).to.deep.equal({ crm: '42' });
  });

  it('P15: an update adds to metadata, and an empty text removes its key', async () => {
    const userId = await given.customer({ metadata: { crm: '42', level: 'gold' } });
    const body = { userId, metadata: { level: '', since: '2019' } };
    const answer = await call('PUT', '/api/customers/update', { body });
    expectSuccess(answer, 200, 'Cliente actualizado correctamente');
    expect(await metadataOf(userId)).to.deep.equal({ crm: '42', since: '2019' });
  });

  for (const [what, metadata, message] of invalidMetadata) {
    it(`P15 P14: a new customer with ${what} is 400`, async () => {
      const body = { email: 'ana@example.com', name: 'Ana', phone: '1', metadata };
      expectFailure(await call('POST', '/api/customers', { body }), {
        status: 400,
        message,
        code: 'invalid_field',
        field: 'metadata',
      });
    });

    it(`P15 P14: a refund with ${what} is 400`, async () => {
      const body = { chargeId: 'ch_1', metadata };
      expectFailure(await call('POST', '/api/payments/refund', { body }), {
        status: 400,
        message,
        code: 'invalid_field',
        field: 'metadata',
      });
    });
  }

  for (const [what, metadata, message] of [
    [
      'all keys together',
      '',
      'metadata debe ser un objeto de claves y textos, por ejemplo {"order": "42"}',
    ],
    [
      'all keys together',
      null,
      'metadata debe ser un objeto de claves y textos, por ejemplo {"order": "42"}',
    ],
    ['pasarela_key', { pasarela_key: '' }, 'metadata.pasarela_key está reservado para Pasarela'],
    [
      'pasarela_key by changing it',
      { crm: '', pasarela_key: 'mine' },
      'metadata.pasarela_key está reservado para Pasarela',
    ],
    [
      'a key with null',
      { crm: null },
      'metadata.crm debe ser un texto de 500 caracteres como máximo',
    ],
  ] as const) {
    it(`P14: an update that removes ${what} (${JSON.stringify(metadata)}) is 400`, async () => {
      const userId = await given.customer({ metadata: { crm: '42' } });
      const answer = await call('PUT', `/api/customers/${userId}`, { body: { metadata } });
      expectFailure(answer, { status: 400, message, code: 'invalid_field', field: 'metadata' });
      expect(await metadataOf(userId)).to.deep.equal({ crm: '42' });
    });
  }

  it('P15: the response and the list of refunds contain the metadata of a refund', async () => {
    const { payment, charge } = await given.paid();
    const metadata = { return: 'R-7' };
    const answer = await call('POST', '/api/payments/refund', {
      body: { chargeId: charge, amount: 100, metadata },
    });
    const data = expectSuccess(answer, 201, 'Reembolso creado correctamente');
    expect(at(data, 'metadata')).to.deep.equal(metadata);
    const listed = await call('GET', `/api/payments/${payment}/refunds`);
    expect(at(listed.body, 'data.data.0.metadata')).to.deep.equal(metadata);
  });
});

onService('interface: currencies', { env: { CURRENCIES: 'eur,usd,jpy,kwd,isk' } }, ({ call }) => {
  const given = journeys(call);
  const pay = async (fields: object) =>
    call('POST', '/api/payments', {
      body: { customer_id: await given.customer(), payment_method: 'pm_card_visa', ...fields },
    });

  for (const [amount, currency, minor] of [
    [19.99, 'eur', 1999],
    [19.99, 'usd', 1999],
    ['19.99', 'USD', 1999],
    [1000, 'jpy', 1000],
    ['1000', 'jpy', 1000],
    ['5.12', 'kwd', 5120],
    [500, 'isk', 50_000],
  ] as const) {
    it(`P15: ${JSON.stringify(amount)} ${currency} is ${minor}`, async () => {
      const data = expectSuccess(await pay({ amount, currency }), 201, created);
      expect(data).to.include({ amount: minor, currency: currency.toLowerCase() });
    });
  }

  for (const [amount_minor, currency, told] of [
    [1999, undefined, 'eur'],
    [1999, 'usd', 'usd'],
    [1000, 'jpy', 'jpy'],
    [5120, 'kwd', 'kwd'],
  ] as const) {
    it(`P15: amount_minor ${amount_minor} ${currency ?? 'without currency'} is a payment of that amount`, async () => {
      const answer = await pay({ amount_minor, ...(currency === undefined ? {} : { currency }) });
      const data = expectSuccess(answer, 201, created);
      expect(data).to.include({ amount: amount_minor, currency: told });
    });
  }

  it('P15 P2: without currency an amount is in euros', async () => {
    expect(expectSuccess(await pay({ amount: 10 }), 201, created)).to.include({
      amount: 1000,
      currency: 'eur',
    });
  });

  for (const [fields, message] of [
    [
      { amount: '10.5', currency: 'jpy' },
      'amount debe ser un importe sin decimales en esta divisa, por ejemplo 1000: 10.5 se leyó como 10.5 JPY',
    ],
    [
      { amount: 5.5, currency: 'isk' },
      'amount debe ser un importe sin decimales en esta divisa, por ejemplo 1000: 5.5 se leyó como 5.5 ISK',
    ],
    [
      { amount: '5.124', currency: 'kwd' },
      'amount debe ser un importe con dos decimales como máximo, por ejemplo 19.99: 5.124 se leyó como 5.124 KWD',
    ],
    [
      { amount: 1.005 },
      'amount debe ser un importe en euros con dos decimales como máximo, por ejemplo 19.99: 1.005 se leyó como 1.005 EUR',
    ],
    [{ amount: 0, currency: 'jpy' }, 'amount debe ser un número mayor a 0'],
    [{ amount_minor: 0 }, 'amount_minor debe ser un número mayor a 0'],
    [
      { amount_minor: '1999' },
      'amount_minor debe ser un número entero en la unidad mínima de la divisa, por ejemplo 1999, y no un texto: se recibió "1999"',
    ],
    [
      { amount_minor: 19.99 },
      'amount_minor debe ser un número entero en la unidad mínima de la divisa, por ejemplo 1999: 19.99 se leyó como 19.99 unidades mínimas',
    ],
    [{ amount: 10, amount_minor: 1000 }, 'amount y amount_minor no se pueden usar a la vez'],
    [{ amount: 10, currency: 'gbp' }, 'currency debe ser uno de: eur, usd, jpy, kwd, isk'],
    [
      { amount: 10, currency: 'euro' },
      'currency debe ser un código de divisa de tres letras, por ejemplo eur',
    ],
  ] as const) {
    it(`P15: ${JSON.stringify(fields)} is 400`, async () => {
      expectFailure(await pay(fields), invalidField(message));
    });
  }

  for (const fields of [{}, { currency: 'usd' }, { amount_minor: null }]) {
    it(`P15 E20: ${JSON.stringify(fields)} is 400: the amount is missing`, async () => {
      expectFailure(await pay(fields), {
        status: 400,
        message: 'customer_id, amount y payment_method son requeridos',
        code: 'missing_fields',
        fields: ['amount'],
      });
    });
  }

  it('P15 §7: minor units that the processor does not accept are refused with its text', async () => {
    const answer = await pay({ amount_minor: 5124, currency: 'kwd' });
    expect([answer.status, at(answer.body, 'message')]).to.deep.equal([
      400,
      'Invalid amount: in kwd it must be evenly divisible by 10',
    ]);
  });
});

onService('interface: refunds of yen', { env: { CURRENCIES: 'jpy' } }, ({ call }) => {
  const given = journeys(call);
  const refund = (body: object) => call('POST', '/api/payments/refund', { body });

  it('P19: an amount_decimal with decimals is 400 and names its field, one without is yen', async () => {
    const paymentId = await given.payment({
      amount: 1000,
      currency: 'jpy',
      customer_id: await given.customer(),
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const { body } = await call('GET', `/api/payments/${paymentId}`);
    const chargeId = textAt(body, 'data.latest_charge');
    expectFailure(await refund({ chargeId, amount_decimal: '19.99' }), {
      status: 400,
      message:
        'amount_decimal debe ser un importe sin decimales en esta divisa, por ejemplo 1000: 19.99 se leyó como 19.99 JPY',
      code: 'invalid_field',
      field: 'amount_decimal',
    });
    const given19 = await refund({ chargeId, amount_decimal: '19' });
    expect(at(given19.body, 'data')).to.include({ amount: 19, currency: 'jpy' });
  });
});

onService('interface: without CURRENCIES', {}, ({ call }) => {
  it('P15: a currency other than euros is 400, and is not charged as euros', async () => {
    const body = { amount: 10, customer_id: 'cus_1', payment_method: 'pm_1', currency: 'usd' };
    expectFailure(await call('POST', '/api/payments', { body }), {
      status: 400,
      message: 'currency debe ser uno de: eur',
      code: 'invalid_field',
      field: 'currency',
    });
  });
});
