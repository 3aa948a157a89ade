import { expect } from 'chai';
import { Stripe } from 'stripe';
import { cardYear } from '../support/processors/card-year.js';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

// Sources: https://docs.stripe.com/testing#regulatory-cards, and recording 10 of Kiln-AI/stripe_world.
const once = '4000002500003155';
const always = '4000002760003184';
const declinedLater = '4000000000000341';

describe('saved cards, through the official SDK', () => {
  const shop = useShop();

  const newCard = async (number: string): Promise<string> =>
    (
      await shop().stripe.paymentMethods.create({
        type: 'card',
        card: { number, exp_month: 12, exp_year: cardYear, cvc: '123' },
      })
    ).id;

  const newCustomer = async (): Promise<string> => (await shop().stripe.customers.create()).id;

  const setUp = async (
    number: string,
    customer: string,
  ): Promise<Stripe.SetupIntent & { readonly card: string }> => {
    const { stripe, server } = shop();
    const card = await newCard(number);
    const { id, status } = await stripe.setupIntents.create({
      customer,
      payment_method: card,
      payment_method_types: ['card'],
      confirm: true,
    });
    if (status === 'requires_action') server.processor.controls.completeChallenge(id);
    return { ...(await stripe.setupIntents.retrieve(id, { expand: ['latest_attempt'] })), card };
  };

  const payLater = (
    customer: string,
    payment_method: string,
    extra: Partial<Stripe.PaymentIntentCreateParams> = {},
  ): Promise<Stripe.PaymentIntent> =>
    shop().stripe.paymentIntents.create({
      amount: 1999,
      currency: 'eur',
      customer,
      payment_method,
      confirm: true,
      off_session: true,
      ...extra,
    });

  it('a card that is set up belongs to the customer, and pays later', async () => {
    const { stripe } = shop();
    const customer = await newCustomer();
    const { card, status, latest_attempt } = await setUp('4242424242424242', customer);
    expect(status).to.equal('succeeded');
    expect(latest_attempt).to.deep.include({ object: 'setup_attempt', status: 'succeeded' });
    expect((await stripe.paymentMethods.retrieve(card)).customer).to.equal(customer);
    expect((await payLater(customer, card)).status).to.equal('succeeded');
  });

  it('a card that needs 3D Secure until it is set up pays later without the customer', async () => {
    const customer = await newCustomer();
    const { card, latest_attempt } = await setUp(once, customer);
    expect(latest_attempt).to.have.nested.include({
      status: 'succeeded',
      'payment_method_details.card.three_d_secure.result': 'authenticated',
    });
    expect((await payLater(customer, card)).status).to.equal('succeeded');
  });

  it('a card that always needs 3D Secure is declined later, which leaves a failed charge', async () => {
    const customer = await newCustomer();
    const { card, status } = await setUp(always, customer);
    expect(status).to.equal('succeeded');
    const declined = await refusedWith(Stripe.errors.StripeCardError, payLater(customer, card));
    const { latest_charge } = declined.payment_intent ?? {};
    expect(declined).to.include({ code: 'authentication_required', charge: latest_charge });
    const { data } = await shop().stripe.charges.list({ customer });
    expect(data.map(({ id, status: paid }) => [id, paid])).to.deep.equal([
      [latest_charge, 'failed'],
    ]);
  });

  it('a card that is declined only when charged can be set up', async () => {
    const customer = await newCustomer();
    const { card, status } = await setUp(declinedLater, customer);
    expect(status).to.equal('succeeded');
    const declined = await refusedWith(Stripe.errors.StripeCardError, payLater(customer, card));
    expect(declined).to.include({ code: 'card_declined', decline_code: 'generic_decline' });
  });

  it('a card that is declined when it is set up is not saved', async () => {
    const { stripe } = shop();
    const customer = await newCustomer();
    const card = await newCard('4000000000000002');
    const declined = await refusedWith(
      Stripe.errors.StripeCardError,
      stripe.setupIntents.create({
        customer,
        payment_method: card,
        payment_method_types: ['card'],
        confirm: true,
      }),
    );
    expect(declined).to.include({ statusCode: 402, code: 'card_declined', charge: undefined });
    expect(declined.payment_method?.id).to.equal(card);
    const { id = '', status, payment_method } = declined.setup_intent ?? {};
    expect({ status, payment_method }).to.deep.equal({
      status: 'requires_payment_method',
      payment_method: null,
    });
    expect((await stripe.paymentMethods.list({ customer })).data).to.deep.equal([]);
    const { data } = await stripe.setupAttempts.list({ setup_intent: id });
    expect(data.map((attempt) => [attempt.status, attempt.setup_error?.code])).to.deep.equal([
      ['failed', 'card_declined'],
    ]);
  });

  it('a payment with setup_future_usage saves its card', async () => {
    const { stripe, server } = shop();
    const customer = await newCustomer();
    const card = await newCard(once);
    const intent = await stripe.paymentIntents.create({
      amount: 1999,
      currency: 'eur',
      customer,
      payment_method: card,
      payment_method_types: ['card'],
      confirm: true,
      setup_future_usage: 'off_session',
    });
    expect(intent.status).to.equal('requires_action');
    server.processor.controls.completeChallenge(intent.id);
    expect((await stripe.paymentMethods.retrieve(card)).customer).to.equal(customer);
    expect((await payLater(customer, card)).status).to.equal('succeeded');
  });

  it('a card that paid without being saved cannot be used again', async () => {
    const { stripe } = shop();
    const customer = await newCustomer();
    const card = await newCard('4242424242424242');
    const paid = await payLater(customer, card, {
      off_session: false,
      payment_method_types: ['card'],
    });
    expect(paid.status).to.equal('succeeded');
    // https://github.com/Automattic/woocommerce-payments/issues/323
    const again = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      payLater(customer, card),
    );
    expect(again.raw).to.deep.include({
      type: 'invalid_request_error',
      message:
        'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    });
    const attached = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.paymentMethods.attach(card, { customer }),
    );
    expect(attached.message).to.equal(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    );
  });

  it('without a customer a set-up card can be attached afterwards', async () => {
    const { stripe } = shop();
    for (const save of [
      (payment_method: string): Promise<unknown> =>
        stripe.setupIntents.create({
          payment_method,
          payment_method_types: ['card'],
          confirm: true,
        }),
      (payment_method: string): Promise<unknown> =>
        stripe.paymentIntents.create({
          amount: 1999,
          currency: 'eur',
          payment_method,
          payment_method_types: ['card'],
          confirm: true,
          setup_future_usage: 'off_session',
        }),
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const [customer, card] = await Promise.all([newCustomer(), newCard('4242424242424242')]);
      // oxlint-disable-next-line no-await-in-loop
      await save(card);
      // oxlint-disable-next-line no-await-in-loop
      await stripe.paymentMethods.attach(card, { customer });
      // oxlint-disable-next-line no-await-in-loop
      expect((await payLater(customer, card)).status).to.equal('succeeded');
    }
  });

  it('a setup intent can be listed, changed and canceled', async () => {
    const { stripe } = shop();
    const customer = await newCustomer();
    const { id } = await stripe.setupIntents.create({ customer });
    await stripe.setupIntents.update(id, { metadata: { order: '7' } });
    const canceled = await stripe.setupIntents.cancel(id, { cancellation_reason: 'abandoned' });
    expect(canceled).to.include({ status: 'canceled', cancellation_reason: 'abandoned' });
    const { data } = await stripe.setupIntents.list({ customer });
    expect(data.map((intent) => [intent.id, intent.metadata])).to.deep.equal([
      [id, { order: '7' }],
    ]);
    const refused = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.setupIntents.verifyMicrodeposits(id),
    );
    expect(refused.code).to.equal('intent_invalid_state');
  });
});
