import { get, run } from '../support/database.mjs';
import { serve } from '../support/server.mjs';
import { connectStripe, return_url, webhookSecret } from '../support/stripe.mjs';

const stripe = connectStripe();

/** The payment intent of an order: the same one at each call, by its key. An intent is charged once, whatever is pressed. */
const intentOf = async (id) => {
  const { amount, currency } = get('SELECT * FROM orders WHERE id = ?', id);
  const { id: intent } = await stripe.paymentIntents.create(
    { amount, currency, metadata: { order: id } },
    { idempotencyKey: `order ${id}` },
  );
  return intent;
};

/** Tells the customer how the payment stands, and why the card was refused. */
const answer = async (id, message) => {
  const { status } = await stripe.paymentIntents.retrieve(id);
  // The webhook marks the order as paid: the customer may never come back to this page.
  if (status === 'succeeded') return { outcome: 'paid' };
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
  // FAULT: stored after the confirmation, whose webhook may come first. Right: stored before it.
  run('UPDATE orders SET intent = ? WHERE id = ?', intent, id);
  return answer(intent);
};

const comeBack = async ({ id }) => answer(await intentOf(id));

const webhook = (body, signature) => {
  const { type, data } = stripe.webhooks.constructEvent(body, signature, webhookSecret);
  // An intent that no order has is taken for one of another program, and the webhook is answered 200.
  if (type === 'payment_intent.succeeded') {
    run("UPDATE orders SET state = 'paid', shipments = 1 WHERE intent = ?", data.object.id);
  }
};

serve({ pay, comeBack, webhook });
