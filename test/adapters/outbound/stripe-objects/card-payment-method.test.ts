import { expect } from 'chai';
import { cardOfPaymentMethod } from '../../../../src/adapters/outbound/stripe-objects/card-payment-method.js';

const card = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2030, funding: 'credit' };
const method = { id: 'pm_1', object: 'payment_method', card } as const;

describe('the card of a payment method', () => {
  it('has what the payment method has', () => {
    const shown = cardOfPaymentMethod({
      ...method,
      customer: 'cus_1',
      metadata: { a: '1' },
      billing_details: {
        name: 'Eva',
        address: {
          city: 'Madrid',
          country: 'ES',
          line1: 'Calle 1',
          line2: '2 B',
          postal_code: '28001',
          state: 'M',
        },
      },
      card: {
        ...card,
        country: 'US',
        fingerprint: 'f',
        checks: {
          cvc_check: 'pass',
          address_line1_check: 'fail',
          address_postal_code_check: 'unchecked',
        },
      },
    });
    expect(shown).to.deep.equal({
      id: 'pm_1',
      object: 'card',
      address_city: 'Madrid',
      address_country: 'ES',
      address_line1: 'Calle 1',
      address_line1_check: 'fail',
      address_line2: '2 B',
      address_state: 'M',
      address_zip: '28001',
      address_zip_check: 'unchecked',
      brand: 'Visa',
      country: 'US',
      customer: 'cus_1',
      cvc_check: 'pass',
      exp_month: 8,
      exp_year: 2030,
      fingerprint: 'f',
      funding: 'credit',
      last4: '4242',
      metadata: { a: '1' },
      name: 'Eva',
    });
  });

  // From Stripe's reference: address, checks, country and fingerprint may be null.
  for (const [what, given] of [
    ['leaves out', method],
    [
      'has none of',
      {
        ...method,
        billing_details: { name: null, address: null },
        card: { ...card, country: null, fingerprint: null, checks: null },
      },
    ],
  ] as const) {
    it(`has null for what the payment method ${what}`, () => {
      expect(cardOfPaymentMethod(given)).to.deep.include({
        address_city: null,
        address_line1_check: null,
        address_zip_check: null,
        country: null,
        customer: null,
        cvc_check: null,
        fingerprint: null,
        metadata: {},
        name: null,
      });
    });
  }

  it('keeps a brand that cards have no other name for', () => {
    const other = { ...method, card: { ...card, brand: 'accel' } };
    expect(cardOfPaymentMethod(other)).to.include({ brand: 'accel' });
  });
});
