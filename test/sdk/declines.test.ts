import { expect } from 'chai';
import { Stripe } from 'stripe';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

describe('declines, through the official SDK', () => {
  const shop = useShop();

  it('a decline has its reason on the error and on the intent, and another card pays', async () => {
    const { stripe, buyer } = shop();
    const { customer, card } = await buyer('4000000000000341');
    const { id } = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'eur',
      customer,
      payment_method: card,
    });
    const return_url = 'https://shop.example/back';
    const declined = await refusedWith(
      Stripe.errors.StripeCardError,
      stripe.paymentIntents.confirm(id, { return_url }),
    );
    expect(declined).to.include({
      statusCode: 402,
      type: 'StripeCardError',
      rawType: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      doc_url: 'https://stripe.com/docs/error-codes/card-declined',
    });
    expect(declined.payment_intent).to.have.nested.include({
      id,
      status: 'requires_payment_method',
      payment_method: null,
      'last_payment_error.code': 'card_declined',
      'last_payment_error.charge': declined.charge,
      latest_charge: declined.charge,
    });
    expect(declined.payment_method?.id).to.equal(card);
    const charge = await stripe.charges.retrieve(declined.charge ?? '');
    expect(charge).to.have.nested.include({
      status: 'failed',
      paid: false,
      failure_code: 'card_declined',
      'outcome.network_status': 'declined_by_network',
      'outcome.type': 'issuer_declined',
    });
    const second = await stripe.customers.createSource(customer, { source: 'tok_visa' });
    const paid = await stripe.paymentIntents.confirm(id, {
      payment_method: second.id,
      return_url,
    });
    expect(paid).to.include({ status: 'succeeded', last_payment_error: null });
  });

  it('a card that its bank declines is not saved', async () => {
    const { buyer } = shop();
    const refused = await refusedWith(Stripe.errors.StripeCardError, buyer('4000000000009995'));
    expect(refused).to.include({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
    });
  });

  it('an invalid number is refused by the creation of a token', async () => {
    const { buyer } = shop();
    const refused = await refusedWith(Stripe.errors.StripeCardError, buyer('4242424242424241'));
    expect(refused).to.include({ statusCode: 402, code: 'incorrect_number', param: 'number' });
  });
});
