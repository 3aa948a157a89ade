import { expect } from 'chai';
import { Stripe } from 'stripe';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

describe('payments, through the official SDK', () => {
  const shop = useShop();

  it('a saved card is charged, and the charge can be expanded', async () => {
    const { stripe, buyer } = shop();
    const { customer, card } = await buyer();
    const intent = await stripe.paymentIntents.create({
      amount: 1999,
      currency: 'eur',
      customer,
      payment_method: card,
      allowed_payment_method_types: ['card'],
      confirm: true,
      description: 'Pedido 7',
      receipt_email: 'ana@example.com',
      statement_descriptor_suffix: 'PEDIDO 7',
      shipping: { name: 'Ana Gil', address: { line1: 'Calle Mayor 7', country: 'ES' } },
      expand: ['latest_charge.customer', 'payment_method'],
    });
    expect(intent).to.have.nested.include({
      status: 'succeeded',
      amount_received: 1999,
      description: 'Pedido 7',
      receipt_email: 'ana@example.com',
      'shipping.name': 'Ana Gil',
      'shipping.address.line1': 'Calle Mayor 7',
      'payment_method.id': card,
      'latest_charge.status': 'succeeded',
      'latest_charge.paid': true,
      'latest_charge.captured': true,
      'latest_charge.amount_captured': 1999,
      'latest_charge.customer.id': customer,
      'latest_charge.receipt_email': 'ana@example.com',
      'latest_charge.payment_method_details.card.last4': '4242',
    });
  });

  it('the balance transaction of a payment comes later, with an event', async () => {
    const { stripe, server } = shop();
    const { latest_charge } = await stripe.paymentIntents.create({
      amount: 1999,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://shop.example/back',
      expand: ['latest_charge.balance_transaction'],
    });
    if (typeof latest_charge !== 'object') throw new Error('the charge is expanded');
    expect(latest_charge?.balance_transaction).to.equal(null);
    server.processor.controls.clock.advance(2);
    const charge = await stripe.charges.retrieve(latest_charge?.id ?? '', {
      expand: ['balance_transaction'],
    });
    expect(charge).to.have.nested.include({ 'balance_transaction.amount': 1999 });
    const { data } = await stripe.events.list({ type: 'charge.updated', limit: 1 });
    expect(data[0]?.data).to.deep.include({
      previous_attributes: { balance_transaction: null },
    });
    expect(data[0]?.data.object).to.include({ id: charge.id });
  });

  it('a shop with manual confirmation creates, then confirms', async () => {
    const { stripe, buyer } = shop();
    const { customer, card } = await buyer();
    const { id, status } = await stripe.paymentIntents.create({
      amount: 700,
      currency: 'eur',
      customer,
      confirmation_method: 'manual',
    });
    expect(status).to.equal('requires_payment_method');
    const paid = await stripe.paymentIntents.confirm(id, {
      payment_method: card,
      return_url: 'https://shop.example/back',
    });
    expect(paid.status).to.equal('succeeded');
    const again = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.paymentIntents.confirm(id),
    );
    expect(again).to.include({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      message:
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    });
    expect(again.payment_intent).to.include({ id, status: 'succeeded' });
  });

  it('part of an authorization is captured, and the rest released', async () => {
    const { stripe, buyer } = shop();
    const { customer, card } = await buyer();
    const { id, status, amount_capturable } = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'eur',
      customer,
      payment_method: card,
      capture_method: 'manual',
      confirm: true,
      return_url: 'https://shop.example/back',
    });
    expect([status, amount_capturable]).to.deep.equal(['requires_capture', 5000]);
    const tooMuch = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.paymentIntents.capture(id, { amount_to_capture: 5001 }),
    );
    expect(tooMuch.statusCode).to.equal(400);
    const captured = await stripe.paymentIntents.capture(id, {
      amount_to_capture: 3000,
      expand: ['latest_charge'],
    });
    expect(captured).to.have.nested.include({
      status: 'succeeded',
      amount: 5000,
      amount_received: 3000,
      amount_capturable: 0,
      'latest_charge.amount': 5000,
      'latest_charge.amount_captured': 3000,
      'latest_charge.captured': true,
    });
  });

  it('an authorization is canceled', async () => {
    const { stripe, buyer } = shop();
    const { customer, card } = await buyer();
    const { id } = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'eur',
      customer,
      payment_method: card,
      capture_method: 'manual',
      confirm: true,
      return_url: 'https://shop.example/back',
    });
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
    expect(canceled).to.include({ status: 'canceled', cancellation_reason: 'abandoned' });
  });

  for (const [currency, amount, least] of [
    ['usd', 1999, 50],
    ['jpy', 1500, 50],
    ['gbp', 1999, 30],
  ] as const) {
    it(`accepts payments in ${currency}, from the minimum on`, async () => {
      const { stripe } = shop();
      const intent = await stripe.paymentIntents.create({
        amount,
        currency,
        payment_method: 'pm_card_visa',
        allowed_payment_method_types: ['card'],
        confirm: true,
      });
      expect(intent).to.include({ status: 'succeeded', currency, amount_received: amount });
      const tooSmall = await refusedWith(
        Stripe.errors.StripeInvalidRequestError,
        stripe.paymentIntents.create({ amount: least - 1, currency }),
      );
      expect(tooSmall).to.include({ statusCode: 400, code: 'amount_too_small', param: 'amount' });
    });
  }

  it('the balance has the earned amount', async () => {
    const { stripe } = shop();
    const before = await stripe.balance.retrieve();
    const sumOf = ({ available, pending }: Stripe.Balance): number =>
      [...available, ...pending]
        .filter(({ currency }) => currency === 'chf')
        .reduce((sum, { amount }) => sum + amount, 0);
    await stripe.paymentIntents.create({
      amount: 4200,
      currency: 'chf',
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card'],
      capture_method: 'automatic',
      confirm: true,
    });
    expect(sumOf(await stripe.balance.retrieve()) - sumOf(before)).to.equal(4200);
  });
});
