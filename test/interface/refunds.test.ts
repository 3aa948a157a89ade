import { expect } from 'chai';
import { expectFailure, expectSuccess, invalidField } from '../support/http/expect-answer.js';
import { at, listAt, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const created = 'Reembolso creado correctamente';
const notPositive = 'amount debe ser un número mayor a 0';

onService('interface: refunds', {}, ({ call }) => {
  const given = journeys(call);
  const refund = (body: Readonly<Record<string, unknown>>) =>
    call('POST', '/api/payments/refund', { body });

  it("§4.12 P11 E3: without amount the whole charge is refunded, and the data is the processor's refund", async () => {
    const { charge, payment } = await given.paid(19.99);
    const data = expectSuccess(await refund({ chargeId: charge }), 201, created);
    expect(data).to.include({
      object: 'refund',
      amount: 1999,
      currency: 'eur',
      charge,
      payment_intent: payment,
      status: 'succeeded',
      reason: null,
    });
    expect(at(data, 'id')).to.match(/^re_[A-Za-z0-9]+$/);
    expect(at(data, 'created')).to.be.a('number').that.satisfies(Number.isInteger);
    const answer = await call('GET', `/api/payments/${payment}`);
    expect(at(answer.body, 'data.charges.data.0')).to.include({
      refunded: true,
      amount_refunded: 1999,
    });
  });

  it('§4.12 P11: the amount is in cents, and a charge can be refunded in parts', async () => {
    const { charge, payment } = await given.paid(10);
    expect(expectSuccess(await refund({ chargeId: charge, amount: 1 }), 201, created)).to.include({
      amount: 1,
    });
    const part = await refund({ chargeId: charge, amount: 299 });
    expect(expectSuccess(part, 201, created)).to.include({ amount: 299 });
    const answer = await call('GET', `/api/payments/${payment}`);
    expect(at(answer.body, 'data.charges.data.0')).to.include({
      refunded: false,
      amount_refunded: 300,
    });
    expect(expectSuccess(await refund({ chargeId: charge }), 201, created)).to.include({
      amount: 700,
    });
  });

  for (const amount of [0, -1, -0.5, null, '', '5', 'cinco', '-1', true, [], {}, [5]]) {
    it(`§4.12 §7 P11: an amount of ${JSON.stringify(amount)} is 400`, async () => {
      expectFailure(await refund({ chargeId: 'ch_1', amount }), {
        status: 400,
        message: notPositive,
        code: 'invalid_field',
        field: 'amount',
      });
    });
  }

  for (const [amount, message] of [
    [0.5, 'amount debe ser un número entero de céntimos: 0.5 se leyó como 0.5 unidades mínimas'],
    [5.5, 'amount debe ser un número entero de céntimos: 5.5 se leyó como 5.5 unidades mínimas'],
    [
      19.99,
      'amount debe ser un número entero de céntimos: 19.99 se leyó como 19.99 unidades mínimas',
    ],
  ] as const) {
    it(`P11 E14: ${amount} cents is 400: cents are whole`, async () => {
      expectFailure(await refund({ chargeId: 'ch_1', amount }), {
        status: 400,
        message,
        code: 'invalid_field',
        field: 'amount',
      });
    });
  }

  it('P19: amount_minor is in cents too, amount_decimal is text in whole units', async () => {
    const { charge } = await given.paid(19.99);
    expect(
      expectSuccess(await refund({ chargeId: charge, amount_minor: 500 }), 201, created),
    ).to.include({ amount: 500 });
    expect(
      expectSuccess(await refund({ chargeId: charge, amount_decimal: '5' }), 201, created),
    ).to.include({ amount: 500 });
  });

  for (const [two, message] of [
    [{ amount: 5, amount_minor: 5 }, 'amount y amount_minor no se pueden usar a la vez'],
    [
      { amount_minor: 5, amount_decimal: '5' },
      'amount_minor y amount_decimal no se pueden usar a la vez',
    ],
    [{ amount: 5, amount_decimal: '5' }, 'amount_decimal y amount no se pueden usar a la vez'],
    [
      { amount: 5, amount_minor: 5, amount_decimal: '5' },
      'amount_decimal y amount no se pueden usar a la vez',
    ],
  ] as const) {
    it(`P19: ${JSON.stringify(two)} is 400`, async () => {
      expectFailure(await refund({ chargeId: 'ch_1', ...two }), invalidField(message));
    });
  }

  for (const [amount, message] of [
    [0, 'amount_minor debe ser un número mayor a 0'],
    [-5, 'amount_minor debe ser un número mayor a 0'],
    [
      '5',
      'amount_minor debe ser un número entero en la unidad mínima de la divisa, por ejemplo 1999, y no un texto: se recibió "5"',
    ],
    [
      'cinco',
      'amount_minor debe ser un número entero en la unidad mínima de la divisa, por ejemplo 1999, y no un texto',
    ],
    [
      null,
      'amount_minor debe ser un número entero en la unidad mínima de la divisa, por ejemplo 1999: se recibió null',
    ],
    [
      true,
      'amount_minor debe ser un número entero en la unidad mínima de la divisa, por ejemplo 1999: se recibió true',
    ],
    [
      1.5,
      'amount_minor debe ser un número entero en la unidad mínima de la divisa, por ejemplo 1999: 1.5 se leyó como 1.5 unidades mínimas',
    ],
  ] as const) {
    it(`P19: an amount_minor of ${JSON.stringify(amount)} is 400`, async () => {
      expectFailure(await refund({ chargeId: 'ch_1', amount_minor: amount }), {
        status: 400,
        message,
        code: 'invalid_field',
        field: 'amount_minor',
      });
    });
  }

  for (const [amount, message] of [
    ['0', 'amount_decimal debe ser un número mayor a 0'],
    [
      '1.005',
      'amount_decimal debe ser un texto en unidades de la divisa, con dos decimales como máximo, por ejemplo "19.99": 1.005 se leyó como 1.005 unidades de la divisa',
    ],
    [
      '6,95',
      'amount_decimal debe ser un texto en unidades de la divisa, con dos decimales como máximo, por ejemplo "19.99": se recibió "6,95"',
    ],
    [
      20,
      "amount_decimal debe ser un texto en unidades de la divisa, no un número: para 20.00 EUR: amount_decimal: '20.00' o amount_minor: 2000; para 0.20 EUR: amount_decimal: '0.20' o amount_minor: 20",
    ],
  ] as const) {
    it(`P19: an amount_decimal of ${JSON.stringify(amount)} is 400, with its unit`, async () => {
      expectFailure(await refund({ chargeId: 'ch_1', amount_decimal: amount }), {
        status: 400,
        message,
        code: 'invalid_field',
        field: 'amount_decimal',
      });
    });
  }

  for (const body of [{}, { amount: 5 }, { chargeId: '' }, { chargeId: null, amount: 0 }]) {
    it(`P11: ${JSON.stringify(body)} is 400`, async () => {
      expectFailure(await refund(body), {
        status: 400,
        message: 'chargeId es requerido',
        code: 'missing_fields',
        fields: ['chargeId'],
      });
    });
  }

  for (const reason of ['duplicate', 'fraudulent', 'requested_by_customer']) {
    it(`P11: reason ${reason}`, async () => {
      const { charge } = await given.paid();
      const data = expectSuccess(await refund({ chargeId: charge, reason }), 201, created);
      expect(data).to.include({ reason });
    });
  }

  for (const reason of ['abandoned', '', null, 7]) {
    it(`P11 E14: a reason of ${JSON.stringify(reason)} is 400`, async () => {
      expectFailure(await refund({ chargeId: 'ch_1', reason }), {
        status: 400,
        message: 'reason debe ser uno de: duplicate, fraudulent, requested_by_customer',
        code: 'invalid_field',
        field: 'reason',
      });
    });
  }

  it('§7 P11 E17: an amount above the unrefunded rest is refused by the processor', async () => {
    const { charge } = await given.paid(7);
    expectFailure(await refund({ chargeId: charge, amount: 701 }), {
      status: 400,
      message: 'Refund amount (€7.01) is greater than charge amount (€7.00)',
      code: 'invalid_request_error',
    });
    await refund({ chargeId: charge, amount: 100 });
    expectFailure(await refund({ chargeId: charge, amount: 601 }), {
      status: 400,
      message: 'Refund amount (€6.01) is greater than unrefunded amount on charge (€6.00)',
      code: 'invalid_request_error',
    });
  });

  it('§7: a charge is refunded once', async () => {
    const { charge } = await given.paid();
    await refund({ chargeId: charge });
    expectFailure(await refund({ chargeId: charge }), {
      status: 400,
      message: `Charge ${charge} has already been refunded.`,
      code: 'charge_already_refunded',
    });
  });

  it('E12: an unknown charge is 404', async () => {
    expectFailure(await refund({ chargeId: 'ch_unknown' }), {
      status: 404,
      message: 'Cargo no encontrado',
      code: 'resource_missing',
    });
  });

  it('decisions, list refunds: GET /api/payments/:id/refunds is a list object, newest first', async () => {
    const { charge, payment } = await given.paid();
    const ids: Array<string> = [];
    for (const amount of [100, 200, 300]) {
      ids.unshift(textAt((await refund({ chargeId: charge, amount })).body, 'data.id'));
    }
    const answer = await call('GET', `/api/payments/${payment}/refunds`);
    const data = expectSuccess(answer, 200, 'Reembolsos obtenidos correctamente');
    expect(data).to.deep.equal({
      object: 'list',
      data: at(data, 'data'),
      has_more: false,
      url: '/v1/refunds',
    });
    expect(listAt(data, 'data').map((one) => at(one, 'id'))).to.deep.equal(ids);
    expect(at(data, 'data.0')).to.include({ object: 'refund', amount: 300, charge });
  });

  it('P9 P10 decisions, list refunds: limit and both cursors', async () => {
    const { charge, payment } = await given.paid();
    const ids: Array<string> = [];
    for (const amount of [1, 2, 3, 4]) {
      ids.unshift(textAt((await refund({ chargeId: charge, amount })).body, 'data.id'));
    }
    const page = async (query: string): Promise<unknown> => {
      const answer = await call('GET', `/api/payments/${payment}/refunds?${query}`);
      const data = expectSuccess(answer, 200, 'Reembolsos obtenidos correctamente');
      return [listAt(data, 'data').map((one) => at(one, 'id')), at(data, 'has_more')];
    };
    expect(await page('limit=2')).to.deep.equal([ids.slice(0, 2), true]);
    expect(await page(`limit=2&starting_after=${ids[1]}`)).to.deep.equal([ids.slice(2, 4), false]);
    expect(await page(`limit=2&ending_before=${ids[3]}`)).to.deep.equal([ids.slice(1, 3), true]);
    expect(await page('limit=dos')).to.deep.equal([ids, false]);
  });

  it('decisions, list refunds: a payment without refunds has an empty list', async () => {
    const { payment } = await given.paid();
    const answer = await call('GET', `/api/payments/${payment}/refunds`);
    const data = expectSuccess(answer, 200, 'Reembolsos obtenidos correctamente');
    expect(at(data, 'data')).to.deep.equal([]);
  });

  it('decisions, list refunds: an unknown payment is 404, a blank id 400', async () => {
    expectFailure(await call('GET', '/api/payments/pi_unknown/refunds'), {
      status: 404,
      message: 'Pago no encontrado',
      code: 'resource_missing',
    });
    expectFailure(await call('GET', '/api/payments/%20/refunds'), {
      status: 400,
      message: 'id es requerido',
      code: 'missing_fields',
      fields: ['id'],
    });
  });

  it('P10 decisions, list refunds: an unknown cursor is 400 resource_missing', async () => {
    const { payment } = await given.paid();
    const answer = await call('GET', `/api/payments/${payment}/refunds?starting_after=re_unknown`);
    expect([answer.status, at(answer.body, 'code')]).to.deep.equal([400, 'resource_missing']);
  });
});
