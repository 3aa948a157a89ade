import { expect } from 'chai';
import { Stripe } from 'stripe';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

describe('confirmation tokens, through the official SDK', () => {
  const shop = useShop();

  it('pay once, as after a payment form of the browser', async () => {
    const { stripe } = shop();
    const token = await stripe.testHelpers.confirmationTokens.create({
      payment_method: 'pm_card_visa',
      return_url: 'https://shop.example/back',
    });
    const preview = await stripe.confirmationTokens.retrieve(token.id);
    expect(preview.payment_method_preview?.card?.last4).to.equal('4242');
    const params = {
      amount: 1999,
      currency: 'eur',
      confirm: true,
      confirmation_token: token.id,
    } as const;
    const paid = await stripe.paymentIntents.create(params);
    expect(paid.status).to.equal('succeeded');
    const { payment_intent } = await stripe.confirmationTokens.retrieve(token.id);
    expect(payment_intent).to.equal(paid.id);
    const refused = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.paymentIntents.create(params),
    );
    expect(refused.param).to.equal('confirmation_token');
  });
});
