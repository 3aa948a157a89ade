import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { PaymentMethodsField } from '../../../src/domain/objects/payment-methods.js';

describe('the payment methods that a customer may choose from', () => {
  for (const value of ['automatic', ['card'], ['card', 'bizum', 'sepa_debit'], ['a_new_type']]) {
    it(`may be ${JSON.stringify(value)}`, () => {
      expect(PaymentMethodsField.refine(value)).to.deep.equal(E.right(value));
    });
  }

  for (const value of [
    'card',
    '',
    [],
    ['automatic', ''],
    ['card', 'card'],
    ['Card'],
    ['card,bizum'],
    ['card[0]'],
    [1],
    { card: true },
    null,
    true,
  ]) {
    it(`cannot be ${JSON.stringify(value)}`, () => {
      expect(PaymentMethodsField.refine(value)).to.deep.equal(
        E.left({ _tag: 'NotA', expected: 'payment-methods' }),
      );
    });
  }
});
