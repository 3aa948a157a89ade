import { get, run } from './database.mjs';
import { connectStripe, return_url, webhookSecret } from './stripe.mjs';

/** A right shop without refunds, of which others take what they do as well. */
export const stripe = connectStripe();

export const findOrder = (id) => get('SELECT * FROM orders WHERE id = ?', id);

export const addOrder = ({ id, amount, currency }) =>
  run('INSERT OR IGNORE INTO orders (id, amount, currency) VALUES (?, ?, ?)', id, amount, currency);

/** The payment intent of an order. The first one that is stored stays: an intent is charged once, whatever is pressed. */
export const intentOf = async (id) => {
  const { amount, currency, intent } = findOrder(id);
  if (intent !== null) return intent;
  const created = await stripe.paymentIntents.create(
    { amount, currency, metadata: { order: id } },
    { idempotencyKey: `order ${id}` },
  );
  run('UPDATE orders SET intent = ? WHERE id = ? AND intent IS NULL', created.id, id);
  return findOrder(id).intent;
};

export const markPaid = (intent) =>
  run(
    "UPDATE orders SET state = 'paid', shipments = 1 WHERE intent = ? AND state <> 'paid'",
    intent,
  );

/** Tells the customer how the payment stands, and why the card was refused. */
export const answer = async (intent, message) => {
  const { status } = await stripe.paymentIntents.retrieve(intent);
  if (status === 'succeeded') {
    markPaid(intent);
    return { outcome: 'paid' };
  }
  return { outcome: status === 'requires_action' ? 'action' : 'failed', payment: intent, message };
};

export const confirm = (intent, { card, key }) =>
  stripe.paymentIntents.confirm(
    intent,
    { payment_method: card, return_url },
    { idempotencyKey: `${intent} ${key}` },
  );

/** Declined, or paid by an earlier attempt. After any other error nobody knows: the customer tries again. */
export const isDecline = ({ type }) =>
  ['StripeCardError', 'StripeInvalidRequestError'].includes(type);

export const pay = async (order) => {
  addOrder(order);
  const intent = await intentOf(order.id);
  try {
    await confirm(intent, order);
  } catch (error) {
    if (!isDecline(error)) throw error;
    return answer(intent, error.message);
  }
  return answer(intent);
};

export const comeBack = async ({ id }) => answer(await intentOf(id));

export const eventOf = (body, signature) =>
  stripe.webhooks.constructEvent(body, signature, webhookSecret);

export const webhook = (body, signature) => {
  const { type, data } = eventOf(body, signature);
  if (type === 'payment_intent.succeeded') markPaid(data.object.id);
};

export const rightShop = { pay, comeBack, webhook };
