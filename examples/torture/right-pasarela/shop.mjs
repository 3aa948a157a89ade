import { createPayments, isPaymentError } from 'pasarela';
import { openSqliteStores } from 'pasarela/sqlite';
import { createStripeProcessor } from 'pasarela/stripe';
import { get, run } from '../support/database.mjs';
import { serve } from '../support/server.mjs';

const { STRIPE_URL, STRIPE_KEY, WEBHOOK_SECRET, DATABASE } = process.env;

// The shop's clock, which the torture test moves. A kill does not move it back.
let { moved } = get('SELECT coalesce(sum(seconds), 0) AS moved FROM days');
const clock = () => Math.floor(Date.now() / 1000) + moved;

const stores = await openSqliteStores({ path: `${DATABASE}-payments` });
const payments = createPayments({
  processor: createStripeProcessor({
    secretKey: STRIPE_KEY,
    baseUrl: STRIPE_URL,
    cards: 'payment_methods',
    timeoutMs: 1000,
    clock,
  }),
  webhookSecrets: [WEBHOOK_SECRET],
  stores,
  idempotencySecret: 'known to this shop alone',
  // The second of two presses waits for the first, and gets its answer.
  idempotency: { waitMs: 5000 },
  confirmationMethod: 'automatic',
  clock,
});

const findOrder = (id) => get('SELECT * FROM orders WHERE id = ?', id);

const markPaid = (intent) =>
  run(
    "UPDATE orders SET state = 'paid', shipments = 1 WHERE intent = ? AND state = 'open'",
    intent,
  );

payments.on('payment_intent.succeeded', ({ data }) => markPaid(data.object.id));

// The sum of all refunds, so events may come in any order.
payments.on('charge.refunded', ({ data }) => {
  const { amount_refunded, payment_intent } = data.object;
  const sql = 'UPDATE orders SET refunded = max(refunded, ?) WHERE intent = ?';
  run(sql, amount_refunded, payment_intent);
});

payments.start();

/** The payment intent of an order. The first one that is stored stays: an intent is charged once, whatever is pressed. */
const intentOf = async ({ id, email, card }) => {
  const { amount, intent } = findOrder(id);
  if (intent !== null) return intent;
  // Neither is charged, so a second one does no harm, and no key is needed.
  const buyer = { email, name: 'Ada Lovelace', phone: '+34600000000' };
  const customer = await payments.createCustomer(buyer);
  const created = await payments.createPaymentIntent({
    customer: customer.id,
    amount_minor: amount,
    payment_method: card,
    metadata: { order: id },
  });
  run('UPDATE orders SET intent = ? WHERE id = ? AND intent IS NULL', created.id, id);
  return findOrder(id).intent;
};

/** Tells the customer how the payment stands, and why the card was refused. */
const answer = async (payment_intent, message) => {
  const { status } = await payments.getPayment({ payment_intent });
  if (status === 'succeeded') {
    markPaid(payment_intent);
    return { outcome: 'paid' };
  }
  const outcome = status === 'requires_action' ? 'action' : 'failed';
  return { outcome, payment: payment_intent, message };
};

const pay = async (attempt) => {
  const { id, amount, currency, card } = attempt;
  run('INSERT OR IGNORE INTO orders (id, amount, currency) VALUES (?, ?, ?)', id, amount, currency);
  const payment_intent = await intentOf(attempt);
  try {
    await payments.confirmPayment({ payment_intent, payment_method: card });
  } catch (error) {
    // Declined, or paid by an earlier attempt. After any other error nobody knows: the customer tries again.
    const known = isPaymentError(error) && ['CardError', 'ProcessorRefused'].includes(error._tag);
    if (!known) throw error;
    return answer(payment_intent, error.message);
  }
  return answer(payment_intent);
};

const comeBack = ({ payment }) => answer(payment);

const refund = async ({ id, order, amount }) => {
  const { latest_charge: charge } = await payments.getPayment({
    payment_intent: findOrder(order).intent,
  });
  try {
    // Twice would be too much, so it has a key. Its event tells the shop how much was given back.
    await payments
      .withIdempotencyKey(`refund/${id}`)
      .refundCharge({ charge, amount_minor: amount });
    return { outcome: 'refunded' };
  } catch (error) {
    if (isPaymentError(error) && error._tag === 'ProcessorRefused') return { outcome: 'failed' };
    throw error;
  }
};

const webhook = (payload, signature) => payments.receiveWebhook({ payload, signature });

const advance = ({ seconds }) => {
  run('INSERT INTO days (seconds) VALUES (?)', seconds);
  moved += seconds;
};

serve({ pay, comeBack, refund, webhook, advance });
