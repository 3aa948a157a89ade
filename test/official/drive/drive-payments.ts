import type { Stripe } from 'stripe';
import { type Driver, refused } from './driver.js';

const return_url = 'https://shop.example/orders/7';
const declines = [
  'pm_card_visa_chargeDeclined',
  'pm_card_visa_chargeDeclinedInsufficientFunds',
  'pm_card_visa_chargeDeclinedLostCard',
  'pm_card_chargeDeclinedExpiredCard',
  'pm_card_chargeDeclinedIncorrectCvc',
  'pm_card_chargeDeclinedProcessingError',
];
const shipping = {
  name: 'Ana Gil',
  phone: '1',
  carrier: 'Correos',
  tracking_number: '7',
  address: { line1: 'Calle Mayor 7', country: 'ES' },
};

/** Payment intents in every status, with their failures and charges. */
export const drivePayments = async (driver: Driver): Promise<void> => {
  const { stripe, controls, customer, saved } = driver;
  const intents = stripe.paymentIntents;
  const create = (
    params: Partial<Stripe.PaymentIntentCreateParams>,
  ): Promise<Stripe.PaymentIntent> =>
    intents.create({
      amount: 1999,
      currency: 'eur',
      ...(params.confirm === true ? { return_url } : {}),
      ...params,
    });
  const expand = ['customer', 'payment_method', 'latest_charge.balance_transaction'];

  const visa = await saved('4242424242424242');
  const buyer = { customer: visa.customer, payment_method: visa.card };
  await create({
    ...buyer,
    confirm: true,
    description: 'Pedido 7',
    metadata: { order: '7' },
    payment_method_options: { card: { request_three_d_secure: 'any' } },
    receipt_email: 'ana@example.com',
    setup_future_usage: 'off_session',
    shipping,
    statement_descriptor_suffix: 'PEDIDO',
    transfer_group: 'orders',
    expand,
  });
  await create({ automatic_payment_methods: { enabled: true } });
  await stripe.rawRequest('POST', '/v1/payment_intents', {
    amount: 1999,
    currency: 'eur',
    payment_method_data: {
      type: 'card',
      card: { token: 'tok_visa' },
      billing_details: { name: 'Ana' },
    },
  });
  const typed = await stripe.testHelpers.confirmationTokens.create({
    payment_method: 'pm_card_visa',
    return_url,
    setup_future_usage: 'off_session',
    shipping: { name: 'Ana Gil', address: shipping.address },
  });
  await create({ confirm: true, confirmation_token: typed.id });
  await stripe.confirmationTokens.retrieve(typed.id);
  await stripe.rawRequest('POST', '/v1/confirmation_tokens', {
    payment_method_data: { type: 'card', card: { token: 'tok_visa' } },
  });
  await refused(create({ confirm: true, confirmation_token: typed.id }));
  const blank = await create({});
  await intents.update(blank.id, { ...buyer, amount: 2500, description: 'Pedido 8', shipping });
  await intents.confirm(blank.id, { return_url, expand });
  await refused(intents.confirm(blank.id));
  await refused(intents.cancel(blank.id));
  for (const payment_method of declines) {
    // oxlint-disable-next-line no-await-in-loop
    await refused(create({ payment_method, confirm: true, expand: ['latest_charge'] }));
  }
  const late = await saved('4000000000000341');
  const failed = await create({ customer: late.customer, payment_method: late.card });
  await refused(intents.confirm(failed.id, { return_url }));
  await intents.retrieve(failed.id, { expand });

  const held = await create({ ...buyer, capture_method: 'manual', confirm: true });
  await intents.capture(held.id, { amount_to_capture: 500, expand });
  await refused(intents.capture(held.id));
  const canceled = await create({ ...buyer, capture_method: 'manual', confirm: true });
  await intents.cancel(canceled.id, { cancellation_reason: 'requested_by_customer', expand });
  const lapsed = await create({ ...buyer, capture_method: 'manual', confirm: true });
  controls.clock.advance(8 * 86_400);
  await intents.retrieve(lapsed.id, { expand });
  await intents.retrieve(blank.id, { expand });

  const strict = await saved('4000002760003184');
  const challenge = { customer: strict.customer, payment_method: strict.card, confirm: true };
  const redirected = await create({ ...challenge, expand });
  controls.completeChallenge(redirected.id);
  await intents.retrieve(redirected.id, { expand });
  const inPage = await create({ ...challenge, use_stripe_sdk: true });
  controls.failChallenge(inPage.id);
  await intents.retrieve(inPage.id);
  const manual = await create({ ...challenge, confirmation_method: 'manual' });
  controls.completeChallenge(manual.id);
  await intents.retrieve(manual.id);
  await intents.confirm(manual.id, { return_url });
  await refused(create({ ...challenge, off_session: true }));
  await refused(
    create({ ...challenge, payment_method_types: ['card'], error_on_requires_action: true }),
  );

  controls.failNext({ on: 'confirm', with: 'processing' });
  const slow = await create({ ...buyer, confirm: true });
  controls.settle(slow.id);
  await intents.retrieve(slow.id);
  controls.failNext({ on: 'confirm', with: 'processing' });
  const slower = await create({ ...buyer, confirm: true });
  controls.fail(slower.id);
  await intents.retrieve(slower.id, { expand });

  for (const [currency, amount] of [
    ['usd', 100],
    ['jpy', 100],
    ['kwd', 1000],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    await create({ currency, amount, payment_method: 'pm_card_visa', confirm: true });
  }
  const gone = await customer();
  const orphan = await create({ customer: gone });
  await stripe.customers.del(gone);
  await intents.retrieve(orphan.id, { expand });
  await intents.list({ expand: ['data.customer', 'data.latest_charge', 'data.payment_method'] });
  await intents.list({ customer: visa.customer, created: { gte: 1 } });
  await intents.search({ query: `customer:"${visa.customer}"`, limit: 1 });
};
