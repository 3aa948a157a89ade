import { call, idOf, placeOrder } from './shop-client.mjs';

/** How the customers of this shop pay, besides cards. */
export const methods = [];

const outcomes = { succeeded: 'paid', processing: 'pending', requires_action: 'action' };

/** What the app tells a customer who comes back from the bank. */
export const comeBack = async ({ order, payment }, shop) => {
  const { text } = await call(shop, 'GET', `/orders/${idOf(order.id)}`);
  return { outcome: JSON.parse(text).state === 'paid' ? 'paid' : 'pending', payment };
};

/** The app of the customer sends the card to the shop. */
export const pay = async (order, shop) => {
  await placeOrder(order, shop);
  const path = `/orders/${idOf(order.id)}/pay`;
  const card = { payment_method: order.card.paymentMethod };
  const { text } = await call(shop, 'POST', path, card, { 'idempotency-key': order.key });
  const { state, status, payment, message } = JSON.parse(text);
  if (state === 'paid') return { outcome: 'paid' };
  return { outcome: outcomes[status] ?? 'failed', payment, message };
};
