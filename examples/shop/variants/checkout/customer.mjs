import { setTimeout } from 'node:timers/promises';
import { call, idOf, placeOrder } from './shop-client.mjs';

/** How the customers of this shop pay, besides cards. */
export const methods = [];

/** What the page of the order says to the customer, who waits for a while: it looks again by itself. */
export const comeBack = async ({ order, payment }, shop) => {
  for (let looks = 1; ; looks += 1) {
    const { text } = await call(shop, 'GET', `/orders/${idOf(order.id)}`);
    if (text.includes('is paid')) return { outcome: 'paid' };
    // With the button to pay, the page says that the order is not paid yet.
    if (text.includes('<form')) return { outcome: 'action', payment };
    if (looks === 5 || !text.includes('being confirmed')) return { outcome: 'pending', payment };
    await setTimeout(200);
  }
};

/** The shop leads the customer to a page of Stripe. The torture test, or the test of the shop, pays there. */
export const pay = async (order, shop) => {
  await placeOrder(order, shop);
  const { location } = await call(shop, 'POST', `/orders/${idOf(order.id)}/pay`);
  const [payment] = /cs_\w+/.exec(location) ?? [];
  return payment === undefined ? comeBack({ order }, shop) : { outcome: 'action', payment };
};
