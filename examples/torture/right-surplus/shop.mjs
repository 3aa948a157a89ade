import { all, run } from '../support/database.mjs';
import { eventOf, findOrder, stripe } from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';
import { return_url } from '../support/stripe.mjs';

/** The first payment of an order pays it. Any other one is noted, and given back. */
const takePayment = ({ id, metadata: { order } }) => {
  const isFirst = run(
    "UPDATE orders SET state = 'paid', shipments = 1, intent = ? WHERE id = ? AND state = 'open'",
    id,
    order,
  );
  if (isFirst === 0 && findOrder(order).intent !== id) {
    run('INSERT OR IGNORE INTO refunds (id, order_id, amount) VALUES (?, ?, 0)', id, order);
  }
};

const answer = (payment, message) => {
  if (payment.status === 'succeeded') {
    takePayment(payment);
    return { outcome: 'paid' };
  }
  const outcome = payment.status === 'requires_action' ? 'action' : 'failed';
  return { outcome, payment: payment.id, message };
};

// Each attempt is a payment of its own, with the key of the page.
const pay = async ({ id, amount, currency, card, key }) => {
  run('INSERT OR IGNORE INTO orders (id, amount, currency) VALUES (?, ?, ?)', id, amount, currency);
  if (findOrder(id).state === 'paid') return { outcome: 'paid' };
  try {
    const payment = await stripe.paymentIntents.create(
      {
        amount,
        currency,
        payment_method: card,
        confirm: true,
        return_url,
        metadata: { order: id },
      },
      { idempotencyKey: key },
    );
    // The answer to a repetition is that of the first time: it may have been paid since.
    return answer(await stripe.paymentIntents.retrieve(payment.id));
  } catch (error) {
    if (error.type !== 'StripeCardError') throw error;
    return { outcome: 'failed', message: error.message };
  }
};

const comeBack = async ({ payment }) => answer(await stripe.paymentIntents.retrieve(payment));

const webhook = (body, signature) => {
  const { type, data } = eventOf(body, signature);
  if (type === 'payment_intent.succeeded') takePayment(data.object);
};

/** Gives surplus payments back. A payment that was given back cannot be given back again. */
const giveBack = async () => {
  for (const { id } of all("SELECT id FROM refunds WHERE state = 'pending'")) {
    try {
      await stripe.refunds.create({ payment_intent: id }, { idempotencyKey: `surplus ${id}` });
    } catch (error) {
      if (error.code !== 'charge_already_refunded') throw error;
    }
    run("UPDATE refunds SET state = 'made' WHERE id = ?", id);
  }
};

const giveBackAgain = () =>
  giveBack()
    .catch(() => {})
    .finally(() => setTimeout(giveBackAgain, 200));
giveBackAgain();

serve({ pay, comeBack, webhook });
