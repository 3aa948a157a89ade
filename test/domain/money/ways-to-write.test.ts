import { expect } from 'chai';
import { waysToWrite } from '../../../src/domain/money/ways-to-write.js';

describe('waysToWrite', () => {
  for (const [currency, meant, text] of [
    ['eur', [1999], "for 19.99 EUR: amount: '19.99' or amount_minor: 1999"],
    [
      'eur',
      [2000, 20],
      "for 20.00 EUR: amount: '20.00' or amount_minor: 2000; for 0.20 EUR: amount: '0.20' or amount_minor: 20",
    ],
    ['jpy', [500], "for 500 JPY: amount: '500' or amount_minor: 500"],
    ['kwd', [5120], "for 5.120 KWD: amount: '5.12' or amount_minor: 5120"],
  ] as const) {
    it(`shows ${meant.join(' and ')} of ${currency} in both ways`, () => {
      expect(waysToWrite('amount', { currency, meant })).to.equal(text);
    });
  }
});
