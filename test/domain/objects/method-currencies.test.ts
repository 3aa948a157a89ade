import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { checkMethodCurrencies } from '../../../src/domain/objects/method-currencies.js';

const taken = E.right(undefined);

describe('the currencies of payment methods', () => {
  // https://docs.stripe.com/payments/bizum and the pages of the others: "Presentment currencies: EUR".
  for (const method of ['bancontact', 'bizum', 'ideal', 'sepa_debit']) {
    it(`${method} takes euros only`, () => {
      expect(checkMethodCurrencies(['card', method], 'eur')).to.deep.equal(taken);
      expect(checkMethodCurrencies(['card', method], 'usd')).to.deep.equal(
        E.left({ _tag: 'OtherCurrency', method, takes: ['eur'], currency: 'usd' }),
      );
    });
  }

  it('are not known of other methods, whose refusal is left to the processor', () => {
    for (const methods of [['card'], ['a_new_type', 'toString'], 'automatic'] as const) {
      expect(checkMethodCurrencies(methods, 'usd')).to.deep.equal(taken);
    }
    expect(checkMethodCurrencies(undefined, 'usd')).to.deep.equal(taken);
  });
});
