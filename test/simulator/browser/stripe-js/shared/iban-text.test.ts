import { expect } from 'chai';
import {
  checkIban,
  formatIban,
} from '../../../../../src/simulator/browser/stripe-js/shared/iban-text.js';

describe('the text of an IBAN', () => {
  it('is written in groups of four', () => {
    expect(formatIban('es91 2100-0418450200051332')).to.equal('ES91 2100 0418 4502 0005 1332');
  });

  // The numbers that pay at https://docs.stripe.com/payments/sepa-debit/accept-a-payment#test-ibans
  for (const iban of [
    'AT611904300234573201',
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
  ]) {
    it(`${iban} is complete`, () => {
      expect(checkIban(iban)).to.equal('complete');
    });
  }

  for (const [iban, state] of [
    ['', 'empty'],
    ['D', 'incomplete_iban'],
    ['DE8937040044053201', 'incomplete_iban'],
    ['DE89370400440532013001', 'invalid_iban'],
    ['DE893704004405320130000', 'invalid_iban'],
    ['BR9700360305000010009795493P1', 'invalid_iban'],
  ] as const) {
    it(`'${iban}' is ${state}`, () => {
      expect(checkIban(iban)).to.equal(state);
    });
  }
});
