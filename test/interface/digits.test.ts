import { expect } from 'chai';
import { expectFailure } from '../support/http/expect-answer.js';
import { at } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const notEuros =
  'amount debe ser un importe en euros con dos decimales como máximo, por ejemplo 19.99';
const notPositive = 'amount debe ser un número mayor a 0';

// The source text of a JSON number, with its cents or the message that refuses it.
const sources: ReadonlyArray<readonly [source: string, expected: number | string]> = [
  ['1', 100],
  ['1.5', 150],
  ['1.50', 150],
  ['100.000', 10_000],
  ['1e2', 10_000],
  ['1E+2', 10_000],
  ['1999e-2', 1999],
  ['0.1999E2', 1999],
  ['19.99000000000000000000000', 1999],
  ['1.0000000000000000000000', 100],
  ['0.999999999999999999', notEuros],
  ['1.0000000000000000001', notEuros],
  ['19.990000000000000001', notEuros],
  ['1.9999999999999999e1', notEuros],
  ['1e-400', `${notEuros}: se recibió 1e-400`],
  ['1e-3', `${notEuros}: 0.001 se leyó como 0.001 EUR`],
  ['-0', notPositive],
  ['-0.0', notPositive],
  ['0', notPositive],
  ['0e10', notPositive],
  ['-1.0000000000000000001', notEuros],
  ['-12345678901234567890', notPositive],
];

onService('interface: the digits of amounts', {}, ({ call }) => {
  const given = journeys(call);

  const create = async (amount: string) => {
    const customer_id = await given.customer();
    const raw = `{"customer_id":"${customer_id}","payment_method":"pm_card_visa","amount":${amount}}`;
    return call('POST', '/api/payments', { raw });
  };

  for (const [source, expected] of sources) {
    it(`P1: the JSON number ${source} is ${expected}`, async () => {
      const answer = await create(source);
      if (typeof expected === 'number') {
        expect([answer.status, at(answer.body, 'data.amount')]).to.deep.equal([201, expected]);
      } else
        expectFailure(answer, {
          status: 400,
          message: expected,
          code: 'invalid_field',
          field: 'amount',
        });
    });
  }

  for (const source of ['12345678901234567890', '1e400', '123456789012345678.99']) {
    it(`P1: the JSON number ${source} is the processor's amount_too_large`, async () => {
      const { status, body } = await create(source);
      expect([status, at(body, 'code')]).to.deep.equal([400, 'amount_too_large']);
    });
  }

  it('P11: cents are read from their digits, too', async () => {
    for (const [amount, message] of [
      ['100.00000000000000000001', 'amount debe ser un número entero de céntimos'],
      ['-100.00000000000000000001', notPositive],
    ]) {
      const raw = `{"chargeId":"ch_1","amount":${amount}}`;
      expectFailure(await call('POST', '/api/payments/refund', { raw }), {
        status: 400,
        message: message ?? '',
        code: 'invalid_field',
        field: 'amount',
      });
    }
  });

  for (const raw of [
    '{"chargeId":"ch_1","amount":1,"amount":100}',
    '{"amount":1,"chargeId":"ch_1","am\\u006funt":1}',
  ]) {
    it(`E18: ${raw} is refused as ambiguous`, async () => {
      expectFailure(await call('POST', '/api/payments/refund', { raw }), {
        status: 400,
        message: 'amount aparece más de una vez en el cuerpo',
        code: 'invalid_field',
        field: 'amount',
      });
    });
  }

  it('P4: a return_url without confirm is refused', async () => {
    for (const confirm of [{}, { confirm: false }]) {
      const body = {
        amount: 10,
        customer_id: 'cus_1',
        payment_method: 'pm_card_visa',
        return_url: 'https://shop.example/42',
        ...confirm,
      };
      expectFailure(await call('POST', '/api/payments', { body }), {
        status: 400,
        message: 'return_url solo se puede usar con confirm: true',
        code: 'invalid_field',
        field: 'return_url',
      });
    }
  });
});
