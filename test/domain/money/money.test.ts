import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { formatAmount } from '../../../src/domain/money/amount-text.js';
import { Euros, MinorUnits } from '../../../src/domain/money/money.js';
import { arbitraryCents } from '../../support/inputs/arbitraries.js';
import { seed } from '../../support/inputs/seed.js';
import { withoutReading } from '../../support/inputs/without-reading.js';

const notPositive = E.left({ _tag: 'NotPositive' });
const notEuros = E.left({ _tag: 'NotA', expected: 'euros' });
const notCents = E.left({ _tag: 'NotA', expected: 'cents' });

/** Every way to write an amount as a decimal: `19.90` and `19.9`, `5.00`, `5.0` and `5`. */
const decimalTexts = (cents: number): ReadonlyArray<string> => {
  const whole = String(Math.floor(cents / 100));
  const rest = String(cents % 100).padStart(2, '0');
  return [
    `${whole}.${rest}`,
    ...(rest.endsWith('0') ? [`${whole}.${rest.slice(0, 1)}`] : []),
    ...(rest === '00' ? [whole] : []),
  ];
};

describe('Euros (decision P1)', () => {
  it('decodes every decimal to exactly its cents, as a JSON number and as a string', () => {
    fc.assert(
      fc.property(arbitraryCents(), (cents) => {
        for (const text of decimalTexts(cents)) {
          expect(Euros.refine(text), text).to.deep.equal(E.right(cents));
          expect(Euros.refine(JSON.parse(text)), text).to.deep.equal(E.right(cents));
        }
      }),
      { seed, numRuns: 20_000, examples: [[1], [9], [10], [99], [100], [101], [99_999_999]] },
    );
  });

  it('encodes cents so that they decode to the same cents', () => {
    fc.assert(
      fc.property(arbitraryCents(), (cents) => {
        expect(Euros.refine(formatAmount(cents, 'eur'))).to.deep.equal(E.right(cents));
      }),
      { seed, numRuns: 5_000 },
    );
  });

  const taken: ReadonlyArray<readonly [unknown, number]> = [
    [19.99, 1999],
    ['19.99', 1999],
    [78.4, 7840],
    ['78.40', 7840],
    [1, 100],
    ['1', 100],
    [0.01, 1],
    ['0.01', 1],
    [0.1, 10],
    [1.1, 110],
    [4.35, 435],
    [8.2, 820],
    [1.15, 115],
    [64.1, 6410],
    [1000, 100_000],
    [999_999.99, 99_999_999],
    [1_000_000, 100_000_000],
    ['1000000.00', 100_000_000],
  ];
  for (const [written, cents] of taken) {
    it(`decodes ${JSON.stringify(written)} to ${cents} cents`, () => {
      expect(Euros.refine(written)).to.deep.equal(E.right(cents));
    });
  }

  const huge = [1e21, 1.5e300, '9'.repeat(400), '90071992547409.92'];
  for (const written of huge) {
    it(`decodes ${String(written).slice(0, 24)} to more than any processor accepts`, () => {
      expect(Euros.refine(written)).to.deep.equal(E.right(Number.MAX_SAFE_INTEGER));
    });
  }

  const long = [Number.MAX_VALUE, 2 ** 53, 12_345_678_901_234.56, 1_000_000_000_000_001];
  for (const written of long) {
    it(`refuses the number ${written}, which may differ from the number that was written`, () => {
      expect(Euros.refine(written)).to.deep.equal(E.left({ _tag: 'TooManyDigits' }));
      expect(Euros.refine(BigInt(Math.floor(written)).toString())).to.satisfy(E.isRight);
    });
  }

  for (const written of [0, -0, -1, -0.01, -19.99, -1e21, '0', '0.0', '0.00', '-0', '-1', '-5.5']) {
    it(`refuses ${Object.is(written, -0) ? '-0' : JSON.stringify(written)}, which is not above 0`, () => {
      expect(withoutReading(Euros.refine(written))).to.deep.equal(notPositive);
    });
  }

  const refused: ReadonlyArray<unknown> = [
    1.005,
    0.001,
    0.1 + 0.2,
    19.999,
    1e-7,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    '1.005',
    '6,95',
    '1e2',
    '1E2',
    'NaN',
    'Infinity',
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '.5',
    '5.',
    '007',
    '00',
    '--1',
    '1.2.3',
    '1_000',
    '1.000,00',
    '0x10',
    '١٩',
    '１９',
    '19.99 EUR',
    '€5',
    true,
    false,
    null,
    undefined,
    [],
    [1],
    ['1'],
    {},
    { amount: 1 },
    1n,
  ];
  for (const written of refused) {
    const name = typeof written === 'string' ? JSON.stringify(written) : String(written);
    it(`refuses ${name} (${typeof written})`, () => {
      expect(withoutReading(Euros.refine(written))).to.deep.equal(notEuros);
    });
  }

  it('refuses every third decimal that is not zero', () => {
    const digits = fc.integer({ min: 0, max: 999_999 });
    const third = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 99 }), third, (whole, rest, last) => {
        const text = `${whole}.${String(rest).padStart(2, '0')}${last}`;
        expect(withoutReading(Euros.refine(text)), text).to.deep.equal(notEuros);
        expect(withoutReading(Euros.refine(Number(text))), text).to.deep.equal(notEuros);
      }),
      { seed, numRuns: 5_000 },
    );
  });

  it('decodes any value without an error, and only to positive integers', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const refined = Euros.refine(value);
        if (E.isRight(refined)) expect(refined.right).to.satisfy(MinorUnits.is);
      }),
      { seed, numRuns: 2_000 },
    );
  });
});

describe('MinorUnits (decision P11)', () => {
  it('accepts every integer from 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (cents) => {
        expect(MinorUnits.refine(cents)).to.deep.equal(E.right(cents));
      }),
      { seed },
    );
  });

  for (const written of [0, -0, -1, -0.5, Number.NaN, null, '', '5', 'five', true, [], [5], {}]) {
    it(`refuses ${JSON.stringify(written)} (${typeof written}): not a positive number`, () => {
      expect(withoutReading(MinorUnits.refine(written))).to.deep.equal(notPositive);
    });
  }

  for (const written of [0.5, 1.5, 19.99, Number.POSITIVE_INFINITY]) {
    it(`refuses ${written}, which is positive but not an integer`, () => {
      expect(withoutReading(MinorUnits.refine(written))).to.deep.equal(notCents);
    });
  }
});
