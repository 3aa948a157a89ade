import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { Amount, AmountMinor } from '../../../src/domain/money/amount.js';
import { currencyUnits } from '../../../src/domain/money/currency.js';
import { CurrencyCode } from '../../../src/domain/money/currency-code.js';
import { Euros } from '../../../src/domain/money/money.js';
import { seed } from '../../support/inputs/seed.js';
import { withoutReading } from '../../support/inputs/without-reading.js';

const notA = (expected: string) => E.left({ _tag: 'NotA', expected });
const notPositive = E.left({ _tag: 'NotPositive' });

describe('amounts in currencies (decision P15)', () => {
  const taken: ReadonlyArray<readonly [unknown, string, number]> = [
    [19.99, 'eur', 1999],
    [19.99, 'usd', 1999],
    ['19.9', 'USD', 1990],
    [1000, 'jpy', 1000],
    ['1000', 'jpy', 1000],
    ['1', 'krw', 1],
    ['5.12', 'kwd', 5120],
    [5, 'bhd', 5000],
    [5, 'isk', 500],
    ['500', 'ugx', 50_000],
    [10.45, 'huf', 1045],
    [10.45, 'twd', 1045],
    ['10', 'mga', 10],
  ];
  for (const [amount, currency, minor] of taken) {
    it(`decodes ${JSON.stringify(amount)} ${currency} to ${minor}`, () => {
      expect(Amount.refine(amount, { currency })).to.deep.equal(E.right(minor));
    });
  }

  const refused = [
    ['10.5', 'jpy', notA('whole-amount')],
    [0.5, 'krw', notA('whole-amount')],
    ['5.50', 'isk', notA('whole-amount')],
    [1.01, 'ugx', notA('whole-amount')],
    ['5.124', 'kwd', notA('amount')],
    ['1.005', 'usd', notA('amount')],
    ['6,95', 'usd', notA('amount')],
    [true, 'jpy', notA('whole-amount')],
    [0, 'jpy', notPositive],
    ['-5', 'kwd', notPositive],
    ['0.00', 'usd', notPositive],
  ] as const;
  for (const [amount, currency, refusal] of refused) {
    it(`refuses ${JSON.stringify(amount)} ${currency}`, () => {
      expect(withoutReading(Amount.refine(amount, { currency }))).to.deep.equal(refusal);
    });
  }

  for (const siblings of [{}, { currency: undefined }, { currency: 'xyz' }, { currency: 5 }]) {
    it(`decodes euros beside ${JSON.stringify(siblings)}`, () => {
      for (const amount of [19.99, '19.99', 0, 1.005, '6,95', null]) {
        expect(Amount.refine(amount, siblings)).to.deep.equal(Euros.refine(amount));
      }
    });
  }

  for (const currency of ['usd', 'jpy', 'kwd', 'isk']) {
    for (const amount of [1e21, '9'.repeat(400), '9007199254740991']) {
      it(`decodes ${String(amount).slice(0, 20)} ${currency} to more than any processor accepts`, () => {
        const refined = Amount.refine(amount, { currency });
        expect(E.isRight(refined) && refined.right).to.be.greaterThan(99_999_999_999);
      });
    }
  }

  it('converts exactly, in every currency as the processor does', () => {
    const units = [...currencyUnits.values()];
    fc.assert(
      fc.property(
        fc.constantFrom(...units),
        fc.integer({ min: 1, max: 999_999 }),
        ({ code, decimals, step }, count) => {
          const minor = count * (decimals === 3 ? 10 : step);
          const digits = String(minor).padStart(4, '0');
          const text =
            decimals === 0
              ? String(minor)
              : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/^0+(?=\d)/, '');
          const written = decimals === 3 ? text.slice(0, -1) : text;
          expect(Amount.refine(written, { currency: code }), `${written} ${code}`).to.deep.equal(
            E.right(minor),
          );
        },
      ),
      { seed, numRuns: 5_000 },
    );
  });
});

describe('amount_minor (decision P15)', () => {
  it('accepts integers from 1 unchanged', () => {
    for (const minor of [1, 50, 1999, 99_999_999]) {
      expect(AmountMinor.refine(minor)).to.deep.equal(E.right(minor));
    }
  });

  it('refuses fractions and numbers that are not positive', () => {
    for (const minor of [0, -1, -1e21]) {
      expect(withoutReading(AmountMinor.refine(minor))).to.deep.equal(notPositive);
    }
    for (const minor of [19.99, null, '1999', '-1', true, {}]) {
      expect(withoutReading(AmountMinor.refine(minor))).to.deep.equal(notA('minor-units'));
    }
  });
});

describe('currency codes (decision P15)', () => {
  it('are decoded to lower case', () => {
    expect(CurrencyCode.refine('EUR')).to.deep.equal(E.right('eur'));
    expect(CurrencyCode.refine('usd')).to.deep.equal(E.right('usd'));
  });

  for (const value of ['', 'euro', '€', 'e r', 5, null, ['eur']]) {
    it(`are not ${JSON.stringify(value)}`, () => {
      expect(CurrencyCode.refine(value)).to.deep.equal(notA('currency'));
    });
  }
});
