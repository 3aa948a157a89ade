import { expect } from 'chai';
import {
  confirmationParams,
  creationParams,
} from '../../../../src/adapters/outbound/stripe-objects/intent-params.js';
import type { ConfirmationDetails } from '../../../../src/application/ports/payment-processor.js';

const mandate = { ip_address: '203.0.113.7', user_agent: 'Firefox' };

// https://docs.stripe.com/api/payment_intents/confirm#confirm_payment_intent-mandate_data
const mandate_data = {
  customer_acceptance: {
    type: 'online',
    online: { ip_address: '203.0.113.7', user_agent: 'Firefox' },
  },
};

describe('the parameters of an intent at Stripe', () => {
  it('have the confirmation method of a payment that the server confirms', () => {
    const methods = { payment_method_types: ['card'] };
    expect(
      creationParams({ amount: 1, confirmation_method: 'manual', confirm: true }, methods),
    ).to.deep.equal({ amount: 1, confirmation_method: 'manual', confirm: true, ...methods });
  });

  it('leave it out of a payment that the customer confirms: Stripe refuses it beside automatic methods', () => {
    const methods = { automatic_payment_methods: { enabled: true } };
    expect(
      creationParams(
        { amount: 1, confirmation_method: 'automatic', payment_methods: 'automatic' },
        methods,
      ),
    ).to.deep.equal({ amount: 1, ...methods });
  });

  it('have the mandate of the customer as an online acceptance', () => {
    expect(
      creationParams({ payment_methods: ['sepa_debit'], mandate, confirm: true }, {}),
    ).to.deep.equal({ confirm: true, mandate_data });
    expect(confirmationParams({ confirmation_token: 'ctoken_1', mandate })).to.deep.equal({
      confirmation_token: 'ctoken_1',
      mandate_data,
    });
    const details: ConfirmationDetails = { return_url: 'https://shop.example' };
    expect(confirmationParams(details)).to.deep.equal({
      return_url: 'https://shop.example',
    });
  });
});
