import { expect } from 'chai';
import { amountText, wholeUnitsText } from '../../src/domain/amount-text.js';

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

  it('writes whole units without the currency, if its decimals are known', () => {
    expect(wholeUnitsText(1999, 'eur')).to.equal('19.99');
    expect(wholeUnitsText(500, 'JPY')).to.equal('500');
    expect(wholeUnitsText(1230, 'kwd')).to.equal('1.230');
    expect(wholeUnitsText(100, 'xyz')).to.equal(null);
  });
});
