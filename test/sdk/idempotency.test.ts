import { expect } from 'chai';
import { Stripe } from 'stripe';
import { refusedWith } from './support/refused-with.js';
import { sdkAt, useShop } from './support/use-shop.js';

describe('idempotent requests, through the official SDK', () => {
  const shop = useShop();

  it('a repeated request is done once, and gets the same response', async () => {
    const { stripe } = shop();
    const params = {
      amount: 1999,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://shop.example/back',
    };
    const options = { idempotencyKey: 'order-7' };
    const first = await stripe.paymentIntents.create(params, options);
    const second = await stripe.paymentIntents.create(params, options);
    expect(second).to.deep.equal(first);
    expect(first.lastResponse.headers).to.include({ 'idempotency-key': 'order-7' });
    expect(first.lastResponse.headers).to.not.have.property('idempotent-replayed');
    expect(second.lastResponse.headers).to.include({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    });
    expect(second.lastResponse.requestId).to.not.equal(first.lastResponse.requestId);
    const charges = await stripe.charges.list({ payment_intent: first.id });
    expect(charges.data).to.have.lengthOf(1);
  });

  it('a repeated decline gets the same error', async () => {
    const { stripe } = shop();
    const pay = (): Promise<Stripe.errors.StripeCardError> =>
      refusedWith(
        Stripe.errors.StripeCardError,
        stripe.paymentIntents.create(
          {
            amount: 1999,
            currency: 'eur',
            payment_method: 'pm_card_visa_chargeDeclined',
            confirm: true,
            return_url: 'https://shop.example/back',
          },
          { idempotencyKey: 'declined' },
        ),
      );
    const first = await pay();
    const second = await pay();
    expect(first.headers).to.not.have.property('idempotent-replayed');
    expect(second.headers).to.include({ 'idempotent-replayed': 'true' });
    expect(second.charge).to.equal(first.charge).and.match(/^ch_/);
  });

  it('the same key with other parameters is refused, and with another endpoint', async () => {
    const { stripe } = shop();
    const options = { idempotencyKey: 'reused' };
    await stripe.customers.create({ name: 'Ana' }, options);
    const other = await refusedWith(
      Stripe.errors.StripeIdempotencyError,
      stripe.customers.create({ name: 'Eva' }, options),
    );
    expect(other).to.include({ statusCode: 400, rawType: 'idempotency_error' });
    expect(other.message).to.equal(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than 'reused' if you meant to execute a different request.`,
    );
    const endpoint = await refusedWith(
      Stripe.errors.StripeIdempotencyError,
      stripe.tokens.create(
        { card: { number: '4242424242424242', exp_month: '12', exp_year: '2040' } },
        options,
      ),
    );
    expect(endpoint.message).to.contain(`('/v1/tokens' vs '/v1/customers')`);
  });

  it('the SDK retries after a lost response, and the customer pays once', async () => {
    const { server, buyer } = shop();
    const { customer, card } = await buyer();
    const stripe = sdkAt(server.url, server.apiKey, { maxNetworkRetries: 2 });
    server.processor.controls.failNext({ on: 'create', with: 'timeout_after' });
    const intent = await stripe.paymentIntents.create({
      amount: 1999,
      currency: 'eur',
      customer,
      payment_method: card,
      confirm: true,
      return_url: 'https://shop.example/back',
    });
    expect(intent.status).to.equal('succeeded');
    expect(intent.lastResponse.headers).to.include({ 'idempotent-replayed': 'true' });
    expect((await stripe.charges.list({ customer })).data).to.have.lengthOf(1);
  });
});
