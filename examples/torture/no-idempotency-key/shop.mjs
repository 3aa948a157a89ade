import { all, get, run } from '../support/database.mjs';
import { serve } from '../support/server.mjs';
import { connectStripe, webhookSecret } from '../support/stripe.mjs';

const stripe = connectStripe();

const decide = (key, state, message = null) =>
  run('UPDATE attempts SET state = ?, message = ? WHERE key = ?', state, message, key);

const markPaid = (id) =>
  run("UPDATE orders SET state = 'paid', shipments = 1 WHERE id = ? AND state = 'open'", id);

/** Charges the card of an attempt. Throws when the end of the attempt stays unknown. */
const charge = async ({ key, order_id, card }) => {
  const { amount, currency } = get('SELECT * FROM orders WHERE id = ?', order_id);
  try {
    // FAULT: no idempotency key of the attempt, so each call is a charge of its own. Right: `{ idempotencyKey: key }` as the second argument.
    await stripe.paymentIntents.create({
      amount,
      currency,
      payment_method: card,
      confirm: true,
      payment_method_types: ['card'],
      error_on_requires_action: true,
      metadata: { order: order_id, attempt: key },
    });
  } catch (error) {
    if (error.type !== 'StripeCardError') throw error;
    return decide(key, 'declined', error.message);
  }
  decide(key, 'succeeded');
  markPaid(order_id);
};

const pay = async ({ id, amount, currency, card, key }) => {
  run('INSERT OR IGNORE INTO orders (id, amount, currency) VALUES (?, ?, ?)', id, amount, currency);
  run('INSERT OR IGNORE INTO attempts (key, order_id, card) VALUES (?, ?, ?)', key, id, card);
  const isPaid = () => get('SELECT state FROM orders WHERE id = ?', id).state === 'paid';
  // Attempts whose end is unknown come first: only when they have failed, another one may charge.
  const unknown = "SELECT * FROM attempts WHERE order_id = ? AND state = 'sent' ORDER BY rowid";
  for (const attempt of all(unknown, id)) {
    if (!isPaid()) await charge(attempt);
  }
  if (isPaid()) return { outcome: 'paid' };
  return { outcome: 'failed', message: get('SELECT * FROM attempts WHERE key = ?', key).message };
};

const webhook = (body, signature) => {
  const { type, data } = stripe.webhooks.constructEvent(body, signature, webhookSecret);
  if (type !== 'payment_intent.succeeded') return;
  decide(data.object.metadata.attempt, 'succeeded');
  markPaid(data.object.metadata.order);
};

serve({ pay, webhook });
