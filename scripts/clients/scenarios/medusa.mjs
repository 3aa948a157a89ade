import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { done, fake, rejected, signed, step } from './step.mjs';

// The services of Medusa's module for Stripe, without the rest of a shop.
const require = createRequire(import.meta.url);
const { services } = require('@medusajs/payment-stripe').default;
const Provider = services.find(({ identifier }) => identifier === 'stripe');
const webhookSecret = ['whsec', 'scenario'].join('_');
const providerOf = (options) => {
  const given = { apiKey: fake.key, webhookSecret, ...options };
  Provider.validateOptions(given);
  return new Provider({}, given);
};
const provider = providerOf({});

const found = {};
const session = (more = {}, context = {}) =>
  provider.initiatePayment({
    currency_code: 'eur',
    amount: 19.99,
    data: { session_id: 'payses_1', payment_method_types: ['card'], ...more },
    context: { account_holder: found.holder, ...context },
  });
const paidSession = (payment_method, more = {}) =>
  session({ payment_method, confirm: true, return_url: 'https://shop.example/back', ...more });

await step('create an account holder', async () => {
  const { id, data } = await provider.createAccountHolder({
    context: {
      customer: {
        id: 'cus_medusa',
        email: 'ana@example.com',
        first_name: 'Ana',
        last_name: 'Gil',
        billing_address: {
          address_1: 'Calle Mayor 7',
          city: 'Alcoi',
          country_code: 'es',
          postal_code: '03801',
        },
      },
      idempotency_key: 'holder 1',
    },
  });
  assert.deepEqual([data.name, data.address.city], ['Ana Gil', 'Alcoi']);
  found.holder = { id, data };
});

await step('create the same account holder once under its idempotency key', async () => {
  const customer = { id: 'cus_2', email: 'eva@example.com', first_name: 'Eva' };
  const create = () =>
    provider.createAccountHolder({ context: { customer, idempotency_key: 'holder 2' } });
  const first = await create();
  assert.equal((await create()).id, first.id);
});

await step('update the account holder', async () => {
  const { data } = await provider.updateAccountHolder({
    context: {
      account_holder: found.holder,
      customer: {
        email: 'ana@example.com',
        first_name: 'Ana',
        last_name: 'Gil',
        phone: '+34600000000',
      },
    },
  });
  assert.equal(data.phone, '+34600000000');
});

await step('initiate a payment', async () => {
  const { id, status, data } = await session({ capture_method: 'manual' });
  assert.equal(status, 'pending');
  assert.deepEqual(
    [data.amount, data.capture_method, data.metadata.session_id],
    [1999, 'manual', 'payses_1'],
  );
  found.session = { id, data };
});

await step('update the amount of the payment', async () => {
  const { status, data } = await provider.updatePayment({
    currency_code: 'eur',
    amount: 25,
    data: found.session.data,
  });
  assert.deepEqual([status, data.amount], ['pending', 2500]);
});

await step('authorize the payment that the customer confirmed', async () => {
  const { id, data } = found.session;
  await fake.payInBrowser(data.client_secret, 'pm_card_visa');
  const authorized = await provider.authorizePayment({ data: { id } });
  assert.equal(authorized.status, 'authorized');
});

await step('capture the payment, twice', async () => {
  const { id } = found.session;
  const first = await provider.capturePayment({ data: { id } });
  const again = await provider.capturePayment({ data: { id } });
  assert.deepEqual([first.data.status, again.data.status], ['succeeded', 'succeeded']);
});

await step('retrieve the payment', async () => {
  const { data } = await provider.retrievePayment({ data: { id: found.session.id } });
  assert.equal(data.amount, 25);
  assert.equal((await provider.getPaymentStatus({ data })).status, 'captured');
});

await step('refund a part, then the rest, then once more', async () => {
  const data = { id: found.session.id, currency: 'eur' };
  await provider.refundPayment({ amount: 5, data });
  await provider.refundPayment({ amount: 20, data });
  // The processor answers charge_already_refunded, which the provider accepts.
  await provider.refundPayment({ amount: 20, data });
});

await step('keep the intent of a declined card', async () => {
  const { status, data } = await paidSession('pm_card_chargeDeclined');
  assert.equal(status, 'error');
  assert.deepEqual(
    [data.status, data.last_payment_error.code],
    ['requires_payment_method', 'card_declined'],
  );
});

await step('ask the customer to authenticate', async () => {
  const { id, status } = await paidSession('pm_card_authenticationRequired');
  assert.equal(status, 'requires_more');
  await fake.control('challenge', { id, outcome: 'approve' });
  assert.equal((await provider.getPaymentStatus({ data: { id } })).status, 'authorized');
});

await step('capture at once where the shop wants it', async () => {
  const { status } = await providerOf({ capture: true }).initiatePayment({
    currency_code: 'eur',
    amount: 10,
    data: {
      session_id: 'payses_2',
      payment_method: 'pm_card_visa',
      confirm: true,
      payment_method_types: ['card'],
    },
    context: {},
  });
  assert.equal(status, 'captured');
});

await step('offer automatic payment methods', async () => {
  const { data } = await providerOf({ automaticPaymentMethods: true }).initiatePayment({
    currency_code: 'eur',
    amount: 10,
    data: { session_id: 'payses_3' },
    context: {},
  });
  assert.equal(data.automatic_payment_methods.enabled, true);
  const paid = await fake.payInBrowser(data.client_secret, 'pm_card_visa');
  assert.equal(paid.status, 'requires_capture');
});

await step('pay in a currency without decimals', async () => {
  const { data } = await provider.initiatePayment({
    currency_code: 'jpy',
    amount: 500,
    data: { payment_method_types: ['card'] },
    context: {},
  });
  assert.deepEqual([data.amount, data.currency], [500, 'jpy']);
});

await step('cancel a payment, twice', async () => {
  const { id } = await session();
  const first = await provider.cancelPayment({ data: { id } });
  const again = await provider.cancelPayment({ data: { id } });
  assert.deepEqual([first.data.status, again.data.status], ['canceled', 'canceled']);
});

await step('save a card with a setup intent', async () => {
  const { data } = await provider.savePaymentMethod({
    context: { account_holder: found.holder, idempotency_key: 'save 1' },
    data: { payment_method: 'pm_card_visa', confirm: true, payment_method_types: ['card'] },
  });
  assert.equal(data.status, 'succeeded');
});

await step('list and delete the saved card', async () => {
  const context = { account_holder: found.holder };
  const [saved] = await provider.listPaymentMethods({ context });
  assert.equal(saved.data.card.last4, '4242');
  await provider.deletePaymentMethod({ context, data: { id: saved.id } });
  assert.deepEqual(await provider.listPaymentMethods({ context }), []);
});

const actionOf = async (type) => {
  const list = await fetch(new URL(`/v1/events?type=${type}&limit=1`, fake.url), {
    headers: { authorization: `Bearer ${fake.key}` },
  });
  const { payload, signature } = signed((await list.json()).data[0], webhookSecret);
  return provider.getWebhookActionAndData({
    rawData: payload,
    headers: { 'stripe-signature': signature },
    data: {},
  });
};
const actions = {
  'payment_intent.created': 'pending',
  'payment_intent.amount_capturable_updated': 'authorized',
  'payment_intent.succeeded': 'captured',
  'payment_intent.payment_failed': 'failed',
  'payment_intent.requires_action': 'requires_more',
  'payment_intent.canceled': 'canceled',
  'charge.succeeded': 'not_supported',
};
for (const [type, action] of Object.entries(actions)) {
  // One after the other, as the other steps.
  // oxlint-disable-next-line no-await-in-loop
  await step(`act on the webhook ${type}`, async () => {
    assert.equal((await actionOf(type)).action, action);
  });
}

await step('refuse a webhook with a wrong signature', async () => {
  const error = await rejected(() =>
    provider.getWebhookActionAndData({
      rawData: '{}',
      headers: { 'stripe-signature': 't=1,v1=0' },
      data: {},
    }),
  );
  assert.match(error.message, /constructWebhookEvent/);
});

await step('report what was not found', async () => {
  const error = await rejected(() => provider.retrievePayment({ data: { id: 'pi_none' } }));
  assert.match(error.message, /No such payment_intent: 'pi_none'/);
});

await step('delete the account holder', async () => {
  assert.deepEqual(
    await provider.deleteAccountHolder({ context: { account_holder: found.holder } }),
    {},
  );
});

done();
