import { expect } from 'chai';
import { expectFailure } from '../support/http/expect-answer.js';
import { at } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const notPositive = 'amount debe ser un número mayor a 0';
const notEuros =
  'amount debe ser un importe en euros con dos decimales como máximo, por ejemplo 19.99';

onService('interface: amounts of payments', {}, ({ call }) => {
  const given = journeys(call);
  const customers: Array<string> = [];

  // The amount is put into the body as text: JSON.stringify would change its spelling.
  const pay = (amount: string) =>
    call('POST', '/api/payments', {
      raw: `{"amount": ${amount}, "customer_id": "${customers[0]}", "payment_method": "pm_card_visa"}`,
    });

  before(async () => {
    customers.push(await given.customer());
  });

  for (const [written, cents] of [
    ['1', 100],
    ['0.5', 50],
    ['0.50', 50],
    ['0.57', 57],
    ['1.0', 100],
    ['1.1', 110],
    ['4.35', 435],
    ['8.2', 820],
    ['10', 1_000],
    ['19.99', 1_999],
    ['29.9', 2_990],
    ['35.35', 3_535],
    ['64.1', 6_410],
    ['78.4', 7_840],
    ['1e2', 10_000],
    ['1.5e1', 1_500],
    ['1000', 100_000],
    ['1001.16', 100_116],
    ['9999.99', 999_999],
    ['123456.78', 12_345_678],
    ['999999.99', 99_999_999],
    ['"1"', 100],
    ['"0.5"', 50],
    ['"19.99"', 1_999],
    ['"78.4"', 7_840],
    ['"999999.99"', 99_999_999],
  ] as const) {
    it(`§4.9 §8 P1: ${written} is ${cents} cents`, async () => {
      const answer = await pay(written);
      expect([answer.status, at(answer.body, 'data.amount')], answer.text).to.deep.equal([
        201,
        cents,
      ]);
    });
  }

  for (const written of [
    '0',
    '0.0',
    '0.00',
    '-0',
    '-1',
    '-0.01',
    '-19.99',
    '"0"',
    '"0.00"',
    '"-1"',
    '"-0"',
  ]) {
    it(`P1: ${written} is 400: not greater than 0`, async () => {
      expectFailure(await pay(written), {
        status: 400,
        message: notPositive,
        code: 'invalid_field',
        field: 'amount',
      });
    });
  }

  for (const [written, received] of [
    ['1.005', '1.005 se leyó como 1.005 EUR'],
    ['0.001', '0.001 se leyó como 0.001 EUR'],
    ['19.999', '19.999 se leyó como 19.999 EUR'],
    ['0.1234', '0.1234 se leyó como 0.1234 EUR'],
    ['1e-7', 'se recibió 1e-7'],
    ['100.0000001', 'se recibió 100.0000001'],
    ['"1.005"', '1.005 se leyó como 1.005 EUR'],
    ['"19.990"', '19.990 se leyó como 19.990 EUR'],
    ['"1e2"', 'se recibió "1e2"'],
    ['"1E2"', 'se recibió "1E2"'],
    ['"6,95"', 'se recibió "6,95"'],
    ['"1.000,00"', 'se recibió "1.000,00"'],
    ['"1,000.00"', 'se recibió "1,000.00"'],
    ['"1 000"', 'se recibió "1 000"'],
    ['"+1"', 'se recibió "+1"'],
    ['".5"', 'se recibió ".5"'],
    ['"5."', 'se recibió "5."'],
    ['"01"', 'se recibió "01"'],
    ['"0x10"', undefined],
    ['" 1"', 'se recibió " 1"'],
    ['"1 "', 'se recibió "1 "'],
    ['"1\\n"', undefined],
    ['"NaN"', undefined],
    ['"Infinity"', undefined],
    ['"-Infinity"', undefined],
    ['"--1"', 'se recibió "--1"'],
    ['"1€"', 'se recibió "1€"'],
    ['"mil"', undefined],
    ['"١٩"', undefined],
    ['true', 'se recibió true'],
    ['false', 'se recibió false'],
    ['[]', undefined],
    ['[10]', undefined],
    ['{}', undefined],
    ['{"value": 10}', undefined],
  ] as const) {
    it(`P1: ${written} is 400: not an amount in euros`, async () => {
      const message = received === undefined ? notEuros : `${notEuros}: ${received}`;
      expectFailure(await pay(written), {
        status: 400,
        message,
        code: 'invalid_field',
        field: 'amount',
      });
    });
  }

  for (const written of ['NaN', 'Infinity', '-Infinity', '.5', '01', '+1']) {
    it(`P1 E11: ${written} is invalid JSON`, async () => {
      expectFailure(await pay(written), {
        status: 400,
        message: 'El cuerpo debe ser un objeto JSON válido',
        code: 'invalid_json',
      });
    });
  }

  for (const written of ['null', '""', '"  "']) {
    it(`§4.9: an amount of ${written} counts as missing`, async () => {
      expectFailure(await pay(written), {
        status: 400,
        message: 'customer_id, amount y payment_method son requeridos',
        code: 'missing_fields',
        fields: ['amount'],
      });
    });
  }

  for (const written of [
    '1000000',
    '1000000.00',
    '"1000000"',
    '99999999',
    '9007199254740993',
    '1e21',
    '1e300',
    '"99999999999999999999999999999999"',
  ]) {
    it(`P1: ${written} is the processor's amount_too_large`, async () => {
      expectFailure(await pay(written), {
        status: 400,
        message: 'Amount must be no more than €999,999.99',
        code: 'amount_too_large',
      });
    });
  }

  for (const written of ['0.01', '0.49', '"0.10"']) {
    it(`P1: ${written} is the processor's amount_too_small`, async () => {
      expectFailure(await pay(written), {
        status: 400,
        message: 'Amount must be at least 50 cents',
        code: 'amount_too_small',
      });
    });
  }

  it('P1: an amount too large for a double is refused, and is not a defect', async () => {
    const answer = await pay('1e999');
    expect(answer.status, answer.text).to.equal(400);
  });
});
