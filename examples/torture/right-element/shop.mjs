import { all, get, run } from '../support/database.mjs';
import { serve } from '../support/server.mjs';
import { connectStripe, webhookSecret } from '../support/stripe.mjs';

const stripe = connectStripe({ maxNetworkRetries: 1 });

const findOrder = (id) => get('SELECT * FROM orders WHERE id = ?', id);

/** The payment intent of an order. The first one that is stored stays: an intent is charged once, whatever is pressed. */
const intentOf = async (id) => {
  const { amount, currency, intent } = findOrder(id);
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
  return findOrder(id).intent;
};

// A debit that the bank has refused can be paid in another way.
const stateOf = ({ status }) => ({ succeeded: 'paid', processing: 'pending' })[status] ?? 'open';

/** Reads how a payment stands, and stores it. What is read now is true whatever came before, in any order, and however often. */
const readPayment = async (intent) => {
  const payment = await stripe.paymentIntents.retrieve(intent);
  const state = stateOf(payment);
  run(
    "UPDATE orders SET state = ?, shipments = (? = 'paid') WHERE intent = ? AND state IN ('open', 'pending')",
    ...[state, state, intent],
  );
  return payment;
};

const outcomes = { paid: 'paid', pending: 'pending', open: 'action' };

/** Tells the page how the payment stands; its secret lets the customer confirm it. */
const pay = async ({ id, amount, currency }) => {
  run('INSERT OR IGNORE INTO orders (id, amount, currency) VALUES (?, ?, ?)', id, amount, currency);
  const payment = await readPayment(await intentOf(id));
  const outcome = outcomes[stateOf(payment)];
  return { outcome, payment: payment.id, secret: payment.client_secret };
};

// The bank sends everybody back here, and anybody can open it: the processor says how the payment stands.
const comeBack = async ({ id }) => {
  const payment = await readPayment(await intentOf(id));
  if (payment.status === 'requires_payment_method') {
    return { outcome: 'failed', payment: payment.id };
  }
  return { outcome: outcomes[stateOf(payment)], payment: payment.id };
};

// An event says that something has happened, and the object says how it stands. Customers who close the page come by this way alone.
const webhook = async (body, signature) => {
  const { type, data } = stripe.webhooks.constructEvent(body, signature, webhookSecret);
  if (type.startsWith('payment_intent.')) await readPayment(data.object.id);
};

/** Asks about payments for which a bank takes days, should no event have come. */
const reconcile = async () => {
  for (const { intent } of all("SELECT * FROM orders WHERE state = 'pending'")) {
    await readPayment(intent);
  }
};

const reconcileAgain = () =>
  reconcile()
    .catch(() => {})
    .finally(() => setTimeout(reconcileAgain, 500));
reconcileAgain();

serve({ pay, comeBack, webhook });
