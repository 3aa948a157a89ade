import { expect } from 'chai';
import { amountText } from '../../src/domain/amount-text.js';

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
});
