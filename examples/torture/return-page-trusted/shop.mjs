import { get, run } from '../support/database.mjs';
import { serve } from '../support/server.mjs';
import { connectStripe, return_url, webhookSecret } from '../support/stripe.mjs';

const stripe = connectStripe();

/** The payment intent of an order. The first one that is stored stays: an intent is charged once, whatever is pressed. */
const intentOf = async (id) => {
  const { amount, currency, intent } = get('SELECT * FROM orders WHERE id = ?', id);
  if (intent !== null) return intent;
  const created = await stripe.paymentIntents.create(
    { amount, currency, metadata: { order: id } },
    { idempotencyKey: `order ${id}` },
  );
  run('UPDATE orders SET intent = ? WHERE id = ? AND intent IS NULL', created.id, id);
  return get('SELECT intent FROM orders WHERE id = ?', id).intent;
};

const markPaid = (intent) =>
  run(
    "UPDATE orders SET state = 'paid', shipments = 1 WHERE intent = ? AND state = 'open'",
    intent,
  );

/** Tells the customer how the payment stands, and why the card was refused. */
const answer = async (id, message) => {
  const { status } = await stripe.paymentIntents.retrieve(id);
  if (status === 'succeeded') {
    markPaid(id);
    return { outcome: 'paid' };
  }
  return { outcome: status === 'requires_action' ? 'action' : 'failed', payment: id, message };
};

const pay = async ({ id, amount, currency, card, key }) => {
  run('INSERT OR IGNORE INTO orders (id, amount, currency) VALUES (?, ?, ?)', id, amount, currency);
  const intent = await intentOf(id);
  try {
    await stripe.paymentIntents.confirm(
      intent,
      { payment_method: card, return_url },
      { idempotencyKey: key },
    );
  } catch (error) {
    // Declined, or paid by an earlier attempt. After any other error nobody knows: the customer tries again.
    if (!['StripeCardError', 'StripeInvalidRequestError'].includes(error.type)) throw error;
    return answer(intent, error.message);
  }
  return answer(intent);
};

const comeBack = async ({ id }) => {
  // FAULT: the bank sends back those who failed too, and anybody can open the page. Right: `return answer(await intentOf(id))`.
  markPaid(await intentOf(id));
  return { outcome: 'paid' };
};

const webhook = (body, signature) => {
  const { type, data } = stripe.webhooks.constructEvent(body, signature, webhookSecret);
  if (type === 'payment_intent.succeeded') markPaid(data.object.id);
};

serve({ pay, comeBack, webhook });
