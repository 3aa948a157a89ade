import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { done, fake, rejected, signed, step } from './step.mjs';

// The service and the handler of Vendure's plugin for Stripe, with stand-ins for the rest of a shop.
const require = createRequire(import.meta.url);
const folder = '@vendure/payments-plugin/package/stripe';
const { StripeService } = require(`${folder}/stripe.service`);
const { stripePaymentMethodHandler: handler } = require(`${folder}/stripe.handler`);
const { isExpectedVendureStripeEventMetadata } = require(`${folder}/stripe-utils`);

const webhookSecret = ['whsec', 'scenario'].join('_');
const customer = {
  id: 1,
  emailAddress: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Gil',
  customFields: {},
};
const method = {
  code: 'stripe',
  handler: {
    code: handler.code,
    args: [
      { name: 'apiKey', value: fake.key },
      { name: 'webhookSecret', value: webhookSecret },
    ],
  },
};
const service = new StripeService(
  { storeCustomersInStripe: true, metadata: () => ({ shop: 'scenario' }) },
  { getRepository: () => ({ findOne: async () => ({ customer }), save: async () => customer }) },
  {
    getEligiblePaymentMethods: async () => [method],
    findAll: async () => ({ items: [method] }),
  },
  { get: () => undefined },
);
await handler.init({ get: () => service });

const ctx = {
  activeUserId: 1,
  apiType: 'admin',
  channel: { token: 'channel' },
  languageCode: 'es',
};
const orderOf = (code, totalWithTax = 1999) => ({ id: 7, code, totalWithTax, currencyCode: 'EUR' });
const found = {};

await step('create an intent and a customer for an order', async () => {
  found.secret = await service.createPaymentIntent(ctx, orderOf('A1'));
  assert.match(found.secret, /^pi_\w+_secret_/);
  assert.match(customer.customFields.stripeCustomerId, /^cus_/);
});

await step('return the same intent for the same order', async () => {
  assert.equal(await service.createPaymentIntent(ctx, orderOf('A1')), found.secret);
});

await step('find the customer by email', async () => {
  const { stripeCustomerId } = customer.customFields;
  customer.customFields = {};
  await service.createPaymentIntent(ctx, orderOf('A2'));
  assert.equal(customer.customFields.stripeCustomerId, stripeCustomerId);
});

await step('have the customer pay', async () => {
  const paid = await fake.payInBrowser(found.secret, 'pm_card_visa');
  assert.deepEqual([paid.status, paid.amount_received], ['succeeded', 1999]);
  found.paid = paid.id;
});

await step('read the webhook of the payment', async () => {
  const list = await fetch(new URL('/v1/events?type=payment_intent.succeeded', fake.url), {
    headers: { authorization: `Bearer ${fake.key}` },
  });
  const { payload, signature } = signed((await list.json()).data[0], webhookSecret);
  const event = await service.constructEventFromPayload(
    ctx,
    orderOf('A1'),
    Buffer.from(payload),
    signature,
  );
  const { metadata, amount_received } = event.data.object;
  assert.deepEqual([metadata.orderCode, metadata.shop, amount_received], ['A1', 'scenario', 1999]);
  assert.ok(isExpectedVendureStripeEventMetadata(metadata));
  await rejected(() =>
    service.constructEventFromPayload(ctx, orderOf('A1'), Buffer.from(payload), 't=1,v1=0'),
  );
});

const refund = (amount) =>
  handler.createRefund(ctx, {}, amount, orderOf('A1'), { transactionId: found.paid }, [], method);

await step('refund a part', async () => {
  assert.equal((await refund(500)).state, 'Settled');
});

await step('report a refund that is too large', async () => {
  const { state, metadata } = await refund(5000);
  assert.equal(state, 'Failed');
  assert.equal(metadata.type, 'StripeInvalidRequestError');
});

await step('have a declined card tried again with another', async () => {
  const secret = await service.createPaymentIntent(ctx, orderOf('A3', 700));
  const declined = await fake.payInBrowser(secret, 'pm_card_chargeDeclined');
  assert.equal(declined.error.code, 'card_declined');
  assert.equal((await fake.payInBrowser(secret, 'pm_card_visa')).status, 'succeeded');
});

done();
