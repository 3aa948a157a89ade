import { run } from '../support/database.mjs';
import { serve } from '../support/server.mjs';
import { connectStripe, return_url } from '../support/stripe.mjs';

const stripe = connectStripe();

/** The payment intent of a cart: the same one at each call, by its key. An intent is charged once, whatever is pressed. */
const intentOf = ({ id, amount, currency }) =>
  stripe.paymentIntents.create(
    { amount, currency, metadata: { order: id } },
    { idempotencyKey: `order ${id}` },
  );

/** Tells the customer how the payment stands, and why the card was refused. */
const answer = async ({ id }, message) => {
  const { status, metadata, amount, currency } = await stripe.paymentIntents.retrieve(id);
  if (status === 'succeeded') {
    // FAULT: a cart becomes an order here, and only here. Right: the order is stored before it is paid, and the webhook marks it as paid.
    run(
      "INSERT OR IGNORE INTO orders (id, amount, currency, intent, state) VALUES (?, ?, ?, ?, 'paid')",
      ...[metadata.order, amount, currency, id],
    );
    return { outcome: 'paid' };
  }
  return { outcome: status === 'requires_action' ? 'action' : 'failed', payment: id, message };
};

const pay = async ({ card, key, ...cart }) => {
  const intent = await intentOf(cart);
  try {
    await stripe.paymentIntents.confirm(
      intent.id,
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

const comeBack = async ({ payment }) => answer({ id: payment });

// The shop needs no webhooks: the page tells it when a payment has succeeded.
const webhook = () => {};

serve({ pay, comeBack, webhook });
