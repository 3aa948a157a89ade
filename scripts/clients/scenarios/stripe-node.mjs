import assert from 'node:assert/strict';
import module from 'stripe';
import { done, fake, rejected, signed, step } from './step.mjs';

const Stripe = module.default ?? module;
const at = { host: fake.url.hostname, port: fake.url.port, protocol: 'http' };
const clientOf = (key, more = {}) =>
  new Stripe(key, { ...at, telemetry: false, maxNetworkRetries: 0, ...more });
const stripe = clientOf(fake.key);
const { errors } = Stripe;

// From 2026-09-30.endive on, intents refuse the older name.
const version = stripe.getApiField?.('version') ?? '';
const types = version >= '2026-09-30' ? 'allowed_payment_method_types' : 'payment_method_types';
const payment = (more) => ({ amount: 1999, currency: 'eur', [types]: ['card'], ...more });

const found = {};

await step('create a customer', async () => {
  found.customer = await stripe.customers.create({
    email: 'Ana@example.com',
    name: 'Ana Gil',
    metadata: { shop: 'a' },
  });
  assert.match(found.customer.id, /^cus_/);
});

await step('update and retrieve the customer', async () => {
  await stripe.customers.update(found.customer.id, { metadata: { shop: 'b', plan: 'basic' } });
  const { metadata } = await stripe.customers.retrieve(found.customer.id);
  assert.deepEqual({ ...metadata }, { shop: 'b', plan: 'basic' });
});

await step('create a token and keep it as a card', async () => {
  const { id } = await stripe.tokens.create({
    card: { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '123' },
  });
  const card = await stripe.customers.createSource(found.customer.id, { source: id });
  assert.equal(card.last4, '4242');
});

await step('create a payment method and attach it', async () => {
  const { id } = await stripe.paymentMethods.create({
    type: 'card',
    card: { token: 'tok_mastercard' },
  });
  found.method = await stripe.paymentMethods.attach(id, { customer: found.customer.id });
  assert.equal(found.method.customer, found.customer.id);
});

await step('list the payment methods of the customer', async () => {
  const { data } = await stripe.paymentMethods.list({ customer: found.customer.id, type: 'card' });
  assert.ok(data.some(({ id }) => id === found.method.id));
});

await step('create an intent and confirm it', async () => {
  const { id, status } = await stripe.paymentIntents.create(
    payment({ customer: found.customer.id, metadata: { order: '7' } }),
  );
  assert.equal(status, 'requires_payment_method');
  found.paid = await stripe.paymentIntents.confirm(id, { payment_method: found.method.id });
  assert.equal(found.paid.status, 'succeeded');
});

await step('expand the charge of an intent', async () => {
  const charge = version !== '' && version < '2022-11-15' ? 'charges.data' : 'latest_charge';
  const intent = await stripe.paymentIntents.retrieve(found.paid.id, {
    expand: [`${charge}.balance_transaction`, 'customer'],
  });
  const { balance_transaction } = intent.charges?.data[0] ?? intent.latest_charge;
  found.charge = intent.charges?.data[0].id ?? intent.latest_charge.id;
  assert.equal(balance_transaction?.amount ?? 1999, 1999);
  assert.equal(intent.customer.email, 'Ana@example.com');
});

await step('authenticate with 3D Secure', async () => {
  const waiting = await stripe.paymentIntents.create(
    payment({
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: 'https://shop.example/back',
    }),
  );
  assert.equal(waiting.status, 'requires_action');
  assert.equal(waiting.next_action.type, 'redirect_to_url');
  await fake.control('challenge', { id: waiting.id, outcome: 'approve' });
  const { status } = await stripe.paymentIntents.retrieve(waiting.id);
  assert.equal(status, 'succeeded');
});

await step('catch a decline as StripeCardError', async () => {
  const error = await rejected(() =>
    stripe.paymentIntents.create(
      payment({ payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds', confirm: true }),
    ),
  );
  assert.ok(error instanceof errors.StripeCardError);
  assert.deepEqual(
    [error.statusCode, error.code, error.decline_code, error.payment_intent.status],
    [402, 'card_declined', 'insufficient_funds', 'requires_payment_method'],
  );
});

await step('catch a wrong parameter as StripeInvalidRequestError', async () => {
  const error = await rejected(() => stripe.paymentIntents.retrieve('pi_none'));
  assert.ok(error instanceof errors.StripeInvalidRequestError);
  assert.deepEqual([error.statusCode, error.code], [404, 'resource_missing']);
});

await step('catch a wrong key as StripeAuthenticationError', async () => {
  const error = await rejected(() => clientOf('nonsense').customers.list());
  assert.ok(error instanceof errors.StripeAuthenticationError);
});

await step('capture a part of an authorization', async () => {
  const held = await stripe.paymentIntents.create(
    payment({ payment_method: 'pm_card_visa', confirm: true, capture_method: 'manual' }),
  );
  assert.equal(held.status, 'requires_capture');
  const { status, amount_received } = await stripe.paymentIntents.capture(held.id, {
    amount_to_capture: 1500,
  });
  assert.deepEqual([status, amount_received], ['succeeded', 1500]);
});

await step('cancel an intent', async () => {
  const { id } = await stripe.paymentIntents.create(payment());
  const { status } = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'duplicate' });
  assert.equal(status, 'canceled');
});

await step('refund a part, and list the refunds', async () => {
  const { id, amount } = await stripe.refunds.create({
    payment_intent: found.paid.id,
    amount: 500,
    reason: 'requested_by_customer',
  });
  assert.equal(amount, 500);
  const { data } = await stripe.refunds.list({ payment_intent: found.paid.id });
  assert.deepEqual(
    data.map((refund) => refund.id),
    [id],
  );
  const charge = await stripe.charges.retrieve(found.charge);
  assert.deepEqual([charge.amount_refunded, charge.refunded], [500, false]);
});

await step('create a charge without an intent', async () => {
  const charge = await stripe.charges.create({ amount: 700, currency: 'eur', source: 'tok_visa' });
  assert.deepEqual([charge.status, charge.captured], ['succeeded', true]);
});

await step('list with auto-pagination', async () => {
  for (let order = 0; order < 7; order += 1) {
    await stripe.customers.create({ email: `${order}@example.com` });
  }
  const emails = [];
  for await (const { email } of stripe.customers.list({ limit: 3 })) emails.push(email);
  assert.equal(emails.length, 8);
  assert.equal(emails.at(-1), 'Ana@example.com');
});

await step('replay a request under its idempotency key', async () => {
  const params = payment({ metadata: { order: '8' } });
  const first = await stripe.paymentIntents.create(params, { idempotencyKey: 'order 8' });
  const again = await stripe.paymentIntents.create(params, { idempotencyKey: 'order 8' });
  assert.equal(again.id, first.id);
  assert.equal(again.lastResponse.headers['idempotent-replayed'], 'true');
});

await step('catch another request under the key as StripeIdempotencyError', async () => {
  const error = await rejected(() =>
    stripe.paymentIntents.create(payment({ amount: 1 }), { idempotencyKey: 'order 8' }),
  );
  assert.ok(error instanceof errors.StripeIdempotencyError);
});

await step('try again after a lost response, and pay once', async () => {
  await fake.control('fail-next', { on: 'create', with: 'timeout_after' });
  const { id } = await clientOf(fake.key, { maxNetworkRetries: 2 }).paymentIntents.create(
    payment({ payment_method: 'pm_card_visa', confirm: true, metadata: { order: '9' } }),
  );
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  const same = data.filter(({ metadata }) => metadata.order === '9');
  assert.deepEqual(
    same.map((intent) => intent.id),
    [id],
  );
});

await step('verify the signature of a webhook', async () => {
  const { data } = await stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 });
  const secret = ['whsec', 'scenario'].join('_');
  const { payload, signature } = signed(data[0], secret);
  const event = stripe.webhooks.constructEvent(payload, signature, secret);
  assert.equal(event.type, 'payment_intent.succeeded');
  const error = await rejected(() =>
    stripe.webhooks.constructEvent(payload, signature.replace(/.{8}$/, '00000000'), secret),
  );
  assert.ok(error instanceof errors.StripeSignatureVerificationError);
});

await step('create and delete a webhook endpoint', async () => {
  const { id, secret } = await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/hook',
    enabled_events: ['charge.refunded'],
  });
  assert.match(secret, /^whsec_/);
  const { deleted } = await stripe.webhookEndpoints.del(id);
  assert.equal(deleted, true);
});

if (stripe.customers.search !== undefined) {
  await step('search customers and payments', async () => {
    const { data } = await stripe.customers.search({ query: 'email:"ana@example.com"' });
    assert.deepEqual(
      data.map(({ id }) => id),
      [found.customer.id],
    );
    const orders = [];
    for await (const { metadata } of stripe.paymentIntents.search({
      query: '-metadata["order"]:null',
      limit: 1,
    })) {
      orders.push(metadata.order);
    }
    assert.deepEqual(orders, ['9', '8', '7']);
  });
}

await step('save a card with a setup intent, and charge it off session', async () => {
  const saved = await stripe.setupIntents.create({
    customer: found.customer.id,
    payment_method: 'pm_card_visa',
    [types]: ['card'],
    confirm: true,
    usage: 'off_session',
  });
  assert.equal(saved.status, 'succeeded');
  const { status } = await stripe.paymentIntents.create(
    payment({
      customer: found.customer.id,
      payment_method: saved.payment_method,
      off_session: true,
      confirm: true,
    }),
  );
  assert.equal(status, 'succeeded');
});

await step('sell through a checkout session', async () => {
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    cancel_url: 'https://shop.example/cart',
    success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
    line_items: [
      {
        price_data: { currency: 'eur', unit_amount: 700, product_data: { name: 'Camiseta' } },
        quantity: 2,
      },
    ],
  });
  assert.ok(url.startsWith('http'));
  await fake.control('complete-checkout', { id, email: 'eva@example.com' });
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  assert.deepEqual(
    [session.payment_status, session.payment_intent.amount_received],
    ['paid', 1400],
  );
  const { data } = await stripe.checkout.sessions.listLineItems(id);
  assert.equal(data[0].description, 'Camiseta');
});

await step('answer the dispute of a charge', async () => {
  const { id } = await stripe.paymentIntents.create(
    payment({ payment_method: 'pm_card_createDispute', confirm: true }),
  );
  const { data } = await stripe.disputes.list({ payment_intent: id });
  assert.deepEqual([data[0].amount, data[0].status], [1999, 'needs_response']);
  const { evidence } = await stripe.disputes.update(data[0].id, {
    evidence: { product_description: 'Camiseta' },
    submit: false,
  });
  assert.equal(evidence.product_description, 'Camiseta');
  const { status } = await stripe.disputes.close(data[0].id);
  assert.equal(status, 'lost');
});

await step('read the balance and its transactions', async () => {
  const balance = await stripe.balance.retrieve();
  assert.equal(balance.pending.concat(balance.available)[0].currency, 'eur');
  const { data } = await stripe.balanceTransactions.list({ type: 'charge', limit: 2 });
  assert.equal(data.length, 2);
});

await step('delete the customer', async () => {
  const { deleted } = await stripe.customers.del(found.customer.id);
  assert.equal(deleted, true);
  assert.equal((await stripe.customers.retrieve(found.customer.id)).deleted, true);
});

done();
