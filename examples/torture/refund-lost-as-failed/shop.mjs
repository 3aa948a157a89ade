import { run } from '../support/database.mjs';
import { eventOf, findOrder, markPaid, rightShop, stripe } from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';

const refund = async ({ id, order, amount }) => {
  const { intent } = findOrder(order);
  try {
    await stripe.refunds.create(
      { payment_intent: intent, amount, metadata: { refund: id } },
      { idempotencyKey: `refund ${id}` },
    );
    return { outcome: 'refunded' };
  } catch (error) {
    // FAULT: without an answer the refund may have been made. Right: only an invalid request has failed; else `throw error`, and look.
    return { outcome: 'failed', message: error.message };
  }
};

const webhook = (body, signature) => {
  const { type, data } = eventOf(body, signature);
  if (type === 'payment_intent.succeeded') markPaid(data.object.id);
  if (type !== 'charge.refunded') return;
  const { payment_intent, amount_refunded } = data.object;
  run(
    'UPDATE orders SET refunded = max(refunded, ?) WHERE intent = ?',
    amount_refunded,
    payment_intent,
  );
};

serve({ ...rightShop, refund, webhook });
