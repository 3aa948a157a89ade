import { createPayments } from 'pasarela';
import { createMemoryProcessor } from 'pasarela/memory';
import { beforeEach, expect, test } from 'vitest';
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
  expect(await pay('pm_card_visa')).toBe('succeeded');
  expect((await paid()).amount_received).toBe(1999);
});

test('after a decline the order takes another card', async () => {
  expect(await pay('pm_card_visa_chargeDeclined')).toBe('declined');
  expect(await pay('pm_card_visa')).toBe('succeeded');
});

test('after a card that is gone the order takes another card', async () => {
  await expect(pay('pm_gone')).rejects.toMatchObject({ code: 'resource_missing' });
  expect(await pay('pm_card_visa')).toBe('succeeded');
});

test('two clicks charge once', async () => {
  await Promise.allSettled([pay('pm_card_visa'), pay('pm_card_visa')]);
  const { data } = await payments.listPayments({ customer: order.customer });
  expect(data.map(({ amount_received }) => amount_received)).toEqual([1999]);
});

test('two clicks with two cards charge one of them', async () => {
  await Promise.allSettled([pay('pm_card_visa'), pay('pm_card_mastercard')]);
  const { data } = await payments.listPayments({ customer: order.customer });
  const received = data.reduce((sum, { amount_received }) => sum + amount_received, 0);
  expect(received).toBe(1999);
});

test('a payment waits until the customer has authenticated', async () => {
  expect(await pay('pm_card_authenticationRequired')).toBe('requires_action');
  controls.completeChallenge(order.intent);
  expect((await paid()).status).toBe('succeeded');
});

test('a payment whose answer is lost is found', async () => {
  controls.failNext({ on: 'confirm', with: 'timeout_after' });
  await expect(pay('pm_card_visa')).rejects.toMatchObject({ outcome: 'unknown' });
  expect((await paid()).status).toBe('succeeded');
});
