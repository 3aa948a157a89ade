import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { api } from '../../../../src/adapters/inbound/http/api.js';
import { inputReader } from '../../../../src/adapters/inbound/http/read-input.js';
import { seed } from '../../../support/inputs/seed.js';
import { usualFieldsCheck } from '../../../support/inputs/usual-fields-check.js';
import { at } from '../../../support/json/at.js';

const digits = (least: number): fc.Arbitrary<string> =>
  fc.stringMatching(new RegExp(`^[0-9]{${least},24}$`));

const neverRead = (): never => {
  throw new Error('the raw body must not be read here');
};

const examples: ReadonlyArray<readonly [source: string, numerator: bigint, power: number]> = [
  ['0.999999999999999999', 999_999_999_999_999_999n, -18],
  ['1e2', 1n, 2],
  ['1E400', 1n, 400],
  ['-0', 0n, 0],
  ['1.0000000000000001', 10_000_000_000_000_001n, -16],
  ['100000000000000000001', 100_000_000_000_000_000_001n, 0],
  ['12.000000000000000001', 12_000_000_000_000_000_001n, -18],
];

/** A JSON number as it is written: with its sign, its digits and its exponent. */
const written = fc
  .tuple(
    fc.constantFrom('', '', '', '-'),
    fc.oneof(
      fc.nat({ max: 2000 }).map(String),
      digits(1).map((text) => text.replace(/^0+(?=.)/, '')),
    ),
    fc.oneof(
      fc.constant(''),
      fc.stringMatching(/^[0-9]{1,3}$/),
      digits(1),
      fc.constant('0'.repeat(30)),
    ),
    fc.option(fc.integer({ min: -30, max: 30 }), { freq: 3 }),
  )
  .map(([sign, whole, fraction, exponent]) => ({
    source: `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`,
    // The number is `numerator` times ten to the `power`.
    numerator: BigInt(`${sign}${whole}${fraction}`),
    power: (exponent ?? 0) - fraction.length,
  }));

/** The number times ten to the `decimals`, if that is an integer. */
const scaled = (numerator: bigint, power: number, decimals: number): bigint | null => {
  const places = power + decimals;
  if (places >= 0) return numerator * 10n ** BigInt(places);
  const divisor = 10n ** BigInt(-places);
  return numerator % divisor === 0n ? numerator / divisor : null;
};

const most = BigInt(Number.MAX_SAFE_INTEGER);

// All processors refuse larger ones as too large.
const upToMost = (units: bigint): bigint => (units > most ? most : units);

const expected = (units: bigint | null): bigint | 'refused' => {
  if (units === null || units <= 0n) return 'refused';
  return upToMost(units);
};

const payment = '"customer_id":"cus_1","payment_method":"pm_1"';

// With the number of decimals that become part of the integer.
const cases = [
  [api.createPaymentIntent, 'amount', payment, 'amount', 2],
  [api.createPaymentIntent, 'amount_minor', payment, 'amount_minor', 0],
  [api.refundCharge, 'amount', '"chargeId":"ch_1"', 'amount_minor', 0],
  [api.refundCharge, 'amount_minor', '"chargeId":"ch_1"', 'amount_minor', 0],
  [api.capturePayment, 'amount', '"paymentId":"pi_1"', 'amount_minor', 0],
  [api.capturePayment, 'amount_minor', '"paymentId":"pi_1"', 'amount_minor', 0],
] as const;

describe('an amount in a body', () => {
  for (const [route, name, others, field, decimals] of cases) {
    it(`is exactly the number that was written, or refused: ${name} of ${route.operation}`, async () => {
      const reader = inputReader(route);
      const read = async (source: string): Promise<bigint | 'refused'> => {
        const text = `{"${name}":${source},${others}}`;
        const json = TE.right({ value: JSON.parse(text) as unknown, text });
        const request = {
          begin: () => true,
          params: {},
          query: {},
          headers: {},
          json,
          raw: neverRead,
        };
        const input = await reader(request, usualFieldsCheck);
        return E.isLeft(input) ? 'refused' : upToMost(BigInt(Number(at(input.right, field))));
      };
      for (const [source, numerator, power] of examples) {
        expect(await read(source), source).to.equal(expected(scaled(numerator, power, decimals)));
      }
      await fc.assert(
        fc.asyncProperty(written, async ({ source, numerator, power }) => {
          expect(await read(source), source).to.equal(expected(scaled(numerator, power, decimals)));
        }),
        { seed, numRuns: 500 },
      );
    });
  }
});
