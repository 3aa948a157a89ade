import assert from 'node:assert/strict';
import { stripeAdapter } from '@payloadcms/plugin-ecommerce/payments/stripe';
import { done, fake, rejected, signed, step } from './step.mjs';

// The payment adapter of Payload's plugin, with a stand-in for Payload's collections.
const transactions = [];
const webhookSecret = ['whsec', 'scenario'].join('_');
const received = [];
const adapter = stripeAdapter({
  secretKey: fake.key,
  publishableKey: fake.key.replace('sk', 'pk'),
  webhookSecret,
  webhooks: { 'payment_intent.succeeded': ({ event }) => received.push(event.data.object.id) },
});
const req = {
  user: null,
  payload: {
    logger: { error: () => undefined },
    create: async ({ data }) => {
      const transaction = { id: transactions.length + 1, ...data };
      transactions.push(transaction);
      return transaction;
    },
    find: async () => ({ docs: transactions.slice(-1), totalDocs: 1 }),
  },
};
const initiate = () =>
  adapter.initiatePayment({
    data: {
      customerEmail: 'ana@example.com',
      currency: 'EUR',
      cart: { id: 5, subtotal: 1999, items: [{ product: { id: 3 }, quantity: 2 }] },
      billingAddress: { city: 'Alcoi' },
      shippingAddress: { city: 'Alcoi' },
    },
    req,
    transactionsSlug: 'transactions',
  });
const confirm = (paymentIntentID) =>
  adapter.confirmOrder({
    data: { paymentIntentID, cartID: 5, customerEmail: 'ana@example.com' },
    finalizeOrder: async ({ orderData }) => ({ id: 9, ...orderData }),
    req,
    transactionsSlug: 'transactions',
  });
const found = {};

await step('initiate a payment with a new customer', async () => {
  found.payment = await initiate();
  assert.match(found.payment.clientSecret, /^pi_\w+_secret_/);
  assert.match(transactions[0].stripe.customerID, /^cus_/);
});

await step('find the customer by email', async () => {
  found.payment = await initiate();
  assert.equal(transactions[1].stripe.customerID, transactions[0].stripe.customerID);
});

await step('refuse the order before the payment', async () => {
  const error = await rejected(() => confirm(found.payment.paymentIntentID));
  assert.match(error.message, /not completed/);
});

await step('confirm the order after the payment', async () => {
  const { status } = await fake.payInBrowser(found.payment.clientSecret, 'pm_card_visa');
  assert.equal(status, 'succeeded');
  assert.equal((await confirm(found.payment.paymentIntentID)).orderID, 9);
});

const post = (payload, signature) =>
  adapter.endpoints[0].handler({
    ...req,
    text: async () => payload,
    headers: new Headers({ 'stripe-signature': signature }),
  });

await step('take the webhook of the payment', async () => {
  const list = await fetch(new URL('/v1/events?type=payment_intent.succeeded', fake.url), {
    headers: { authorization: `Bearer ${fake.key}` },
  });
  const { payload, signature } = signed((await list.json()).data[0], webhookSecret);
  assert.equal((await post(payload, signature)).status, 200);
  assert.deepEqual(received, [found.payment.paymentIntentID]);
  assert.equal((await post(payload, 't=1,v1=0')).status, 400);
});

done();
