import { expect } from 'chai';
import {
  amountText,
  formatAmount,
  moneyText,
  wholeUnitsText,
} from '../../../src/domain/money/amount-text.js';

describe('amounts for people', () => {
  const cases = [
    [1999, 'eur', '19.99 EUR'],
    [5, 'eur', '0.05 EUR'],
    [0, 'usd', '0.00 USD'],
    [-150, 'EUR', '-1.50 EUR'],
    [500, 'jpy', '500 JPY'],
    [0, 'jpy', '0 JPY'],
    [1234, 'kwd', '1.234 KWD'],
    [100, 'xyz', '1.00 XYZ'],
  ] as const;
  for (const [amount, currency, text] of cases) {
    it(`writes ${amount} of ${currency} as ${text}`, () => {
      expect(amountText(amount, currency)).to.equal(text);
    });
  }

  const read = [
    [4448, 'eur', '44,48 €', '€44.48'],
    [-150, 'EUR', '-1,50 €', '-€1.50'],
    [500, 'jpy', '500 JPY', '¥500'],
    [1230, 'kwd', '1,230 KWD', 'KWD 1.230'],
    // ISO 4217 has no decimals for it, Stripe has.
    [12_300, 'isk', '123,00 ISK', 'ISK 123.00'],
    [100, 'xyz', '1,00 XYZ', 'XYZ 1.00'],
    [100, '1x', '1.00 1X', '1.00 1X'],
  ] as const;
  for (const [amount, currency, es, en] of read) {
    it(`writes ${amount} of ${currency} as people read it: ${es}, ${en}`, () => {
      const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
      expect(plain(moneyText(amount, currency, 'es'))).to.equal(es);
      expect(plain(moneyText(amount, currency, 'en'))).to.equal(en);
    });
  }

  it('writes whole units without the currency, if its decimals are known', () => {
    expect(wholeUnitsText(1999, 'eur')).to.equal('19.99');
    expect(wholeUnitsText(500, 'JPY')).to.equal('500');
    expect(wholeUnitsText(1230, 'kwd')).to.equal('1.230');
    expect(wholeUnitsText(100, 'xyz')).to.equal(null);
  });
});

describe('formatAmount', () => {
  const cases = [
    [1, 'eur', '0.01'],
    [10, 'eur', '0.10'],
    [99, 'eur', '0.99'],
    [100, 'eur', '1.00'],
    [1999, 'EUR', '19.99'],
    [99_999_999, 'eur', '999999.99'],
    [1999, 'jpy', '1999'],
    [1230, 'kwd', '1.230'],
    [-150, 'usd', '-1.50'],
  ] as const;
  for (const [amount, currency, text] of cases) {
    it(`formats ${amount} of ${currency} as ${text}`, () => {
      expect(formatAmount(amount, currency)).to.equal(text);
    });
  }

  for (const [amount, currency] of [
    [19.99, 'eur'],
    [Number.NaN, 'eur'],
    [2 ** 53, 'eur'],
    [1999, 'xyz'],
    [1999, ''],
  ] as const) {
    it(`throws for ${amount} of '${currency}'`, () => {
      expect(() => formatAmount(amount, currency)).to.throw(
        TypeError,
        `formatAmount: ${amount} ${currency} is no amount: pass whole minor units`,
      );
    });
  }
});
