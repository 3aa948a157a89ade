import { all, get, run } from '../support/database.mjs';
import { serve } from '../support/server.mjs';
import { connectStripe, return_url, webhookSecret } from '../support/stripe.mjs';

const stripe = connectStripe({ maxNetworkRetries: 1 });

const findOrder = (id) => get('SELECT * FROM orders WHERE id = ?', id);

/** The payment intent of an order. It only holds the money. */
const intentOf = async (id) => {
  const { amount, currency, intent } = findOrder(id);
  if (intent !== null) return intent;
  const created = await stripe.paymentIntents.create(
    { amount, currency, capture_method: 'manual', metadata: { order: id } },
    { idempotencyKey: `order ${id}` },
  );
  run('UPDATE orders SET intent = ? WHERE id = ? AND intent IS NULL', created.id, id);
  return findOrder(id).intent;
};

/** Reads how a payment stands, and stores it: held money is taken by the job that ships. */
const readPayment = async (intent) => {
  const payment = await stripe.paymentIntents.retrieve(intent);
  if (payment.status === 'requires_capture') {
    run("UPDATE orders SET state = 'pending' WHERE intent = ? AND state = 'open'", intent);
  }
  if (payment.status === 'succeeded') {
    run(
      "UPDATE orders SET state = 'paid', shipments = 1 WHERE intent = ? AND state <> 'paid'",
      intent,
    );
  }
  return payment;
};

const answer = async (intent, message) => {
  const { status } = await readPayment(intent);
  const outcomes = { succeeded: 'paid', requires_capture: 'pending', requires_action: 'action' };
  return { outcome: outcomes[status] ?? 'failed', payment: intent, message };
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
    if (!['StripeCardError', 'StripeInvalidRequestError'].includes(error.type)) throw error;
    return answer(intent, error.message);
  }
  return answer(intent);
};

const comeBack = async ({ id }) => answer(await intentOf(id));

const webhook = async (body, signature) => {
  const { type, data } = stripe.webhooks.constructEvent(body, signature, webhookSecret);
  if (type.startsWith('payment_intent.')) await readPayment(data.object.id);
};

/** Takes the money of what is ready to ship. A hold is captured once, whatever is lost. */
const ship = async () => {
  for (const { intent } of all("SELECT intent FROM orders WHERE state = 'pending'")) {
    const { status } = await readPayment(intent);
    if (status === 'requires_capture') await stripe.paymentIntents.capture(intent);
    await readPayment(intent);
  }
};

const shipAgain = () =>
  ship()
    .catch(() => {})
    .finally(() => setTimeout(shipAgain, 200));
shipAgain();

serve({ pay, comeBack, webhook });
