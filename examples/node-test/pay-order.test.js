import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createPayments } from 'pasarela';
import { createMemoryProcessor } from 'pasarela/memory';
import { payOrder } from './pay-order.js';

let controls;
let payments;
let order;

beforeEach(async () => {
  const processor = createMemoryProcessor();
  ({ controls } = processor);
  payments = createPayments({ processor, confirmationMethod: 'automatic' });
  const ada = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
  const { id: customer } = await payments.createCustomer(ada);
  order = { id: '1001', customer, amount: '19.99' };
});

const pay = (card) => payOrder(payments, order, card);
const paid = () => payments.getPayment({ payment_intent: order.intent });

test('an order is charged to the cent', async () => {
  assert.equal(await pay('pm_card_visa'), 'succeeded');
  assert.equal((await paid()).amount_received, 1999);
});

test('after a decline the order takes another card', async () => {
  assert.equal(await pay('pm_card_visa_chargeDeclined'), 'declined');
  assert.equal(await pay('pm_card_visa'), 'succeeded');
});

test('after a card that is gone the order takes another card', async () => {
  await assert.rejects(pay('pm_gone'), { code: 'resource_missing' });
  assert.equal(await pay('pm_card_visa'), 'succeeded');
});

test('two clicks charge once', async () => {
  await Promise.allSettled([pay('pm_card_visa'), pay('pm_card_visa')]);
  const { data } = await payments.listPayments({ customer: order.customer });
  assert.deepEqual(
    data.map(({ amount_received }) => amount_received),
    [1999],
  );
});

test('two clicks with two cards charge one of them', async () => {
  await Promise.allSettled([pay('pm_card_visa'), pay('pm_card_mastercard')]);
  const { data } = await payments.listPayments({ customer: order.customer });
  const received = data.reduce((sum, { amount_received }) => sum + amount_received, 0);
  assert.equal(received, 1999);
});

test('a payment waits until the customer has authenticated', async () => {
  assert.equal(await pay('pm_card_authenticationRequired'), 'requires_action');
  controls.completeChallenge(order.intent);
  assert.equal((await paid()).status, 'succeeded');
});

test('a payment whose answer is lost is found', async () => {
  controls.failNext({ on: 'confirm', with: 'timeout_after' });
  await assert.rejects(pay('pm_card_visa'), { _tag: 'ProcessorUnavailable', outcome: 'unknown' });
  assert.equal((await paid()).status, 'succeeded');
});
