import { expect } from 'chai';
import { cardNumberFormat } from '../../../src/domain/text/card-number.js';
import { testCards } from '../../../src/simulator/engine/cards/test-cards.js';

describe('the format of a card number', () => {
  for (const [digits, brand] of [
    ['', 'unknown'],
    ['4', 'visa'],
    ['5', 'unknown'],
    ['55', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2220', 'unknown'],
    ['2721', 'unknown'],
    ['34', 'amex'],
    ['37', 'amex'],
    ['36', 'diners'],
    ['30', 'diners'],
    ['35', 'jcb'],
    ['6011', 'discover'],
    ['65', 'discover'],
    ['62', 'unionpay'],
    ['99', 'unknown'],
  ] as const) {
    it(`of "${digits}" is that of brand ${brand}`, () => {
      expect(cardNumberFormat(digits).brand).to.equal(brand);
    });
  }

  it('is that of the brand and of the length of every test card', () => {
    for (const { number, brand } of Object.values(testCards)) {
      const format = cardNumberFormat(number);
      expect(format.brand, number).to.equal(brand);
      expect(format.lengths, number).to.include(number.length);
    }
  });

  it('has four digits of security code for American Express, three for others', () => {
    expect(cardNumberFormat('3782').codeLength).to.equal(4);
    expect(cardNumberFormat('4242').codeLength).to.equal(3);
    expect(cardNumberFormat('9999').codeLength).to.equal(3);
  });
});
