import { all, get, run, together } from '../support/database.mjs';
import { serve } from '../support/server.mjs';
import { connectStripe, return_url, webhookSecret } from '../support/stripe.mjs';

const stripe = connectStripe({ maxNetworkRetries: 1 });

const findOrder = (id) => get('SELECT * FROM orders WHERE id = ?', id);

/** The payment intent of an order. The first one that is stored stays: an intent is charged once, whatever is pressed. */
const intentOf = async (id) => {
  const { amount, currency, intent } = findOrder(id);
  if (intent !== null) return intent;
  const created = await stripe.paymentIntents.create(
    { amount, currency, metadata: { order: id } },
    { idempotencyKey: `order ${id}` },
  );
  run('UPDATE orders SET intent = ? WHERE id = ? AND intent IS NULL', created.id, id);
  return findOrder(id).intent;
};

/** Reads how a payment stands, and stores it. What is read now is true whatever came before, in any order, and however often. */
const readPayment = async (intent) => {
  const payment = await stripe.paymentIntents.retrieve(intent);
  const state = payment.status === 'succeeded' ? 'paid' : 'open';
  run(
    "UPDATE orders SET state = ?, shipments = (? = 'paid') WHERE intent = ? AND state IN ('open', 'pending')",
    ...[state, state, intent],
  );
  return payment;
};

/** Tells the customer how the payment stands, and why the card was refused. */
const answer = async (intent, message) => {
  const { status } = await readPayment(intent);
  if (status === 'succeeded') return { outcome: 'paid' };
  return { outcome: status === 'requires_action' ? 'action' : 'failed', payment: intent, message };
};

const pay = async ({ id, amount, currency, card, key }) => {
  run('INSERT OR IGNORE INTO orders (id, amount, currency) VALUES (?, ?, ?)', id, amount, currency);
  const intent = await intentOf(id);
  // Until the end is known. If nobody asks, `reconcile` does.
  run("UPDATE orders SET state = 'pending' WHERE id = ? AND state = 'open'", id);
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

const comeBack = async ({ id }) => answer(await intentOf(id));

/** Reads the refunds of an order, and stores which were made. */
const readRefunds = async ({ id, intent }) => {
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
  const made = data.filter(({ status }) => !['failed', 'canceled'].includes(status));
  const refunded = made.reduce((sum, { amount }) => sum + amount, 0);
  together(() => {
    for (const { metadata } of made) {
      run("UPDATE refunds SET state = 'made' WHERE id = ?", metadata.refund);
    }
    run('UPDATE orders SET refunded = ? WHERE id = ?', refunded, id);
  });
};

const findRefund = (id) => get('SELECT * FROM refunds WHERE id = ?', id);

/** Makes a stored refund, unless it was made: the answer to an earlier call may be lost, for longer than Stripe keeps its key. */
const makeRefund = async ({ id, order_id, amount }) => {
  const order = findOrder(order_id);
  await readRefunds(order);
  if (findRefund(id).state !== 'pending') return;
  try {
    await stripe.refunds.create(
      { payment_intent: order.intent, amount, metadata: { refund: id } },
      { idempotencyKey: `refund ${id}`, maxNetworkRetries: 0 },
    );
  } catch (error) {
    if (error.type !== 'StripeInvalidRequestError') throw error;
    run("UPDATE refunds SET state = 'refused' WHERE id = ?", id);
  }
  await readRefunds(order);
};

const locks = new Map();

/** One after the other for each order: two refunds at once would not see each other. With several processes, lock a row. */
const locked = (order, work) => {
  const turn = (locks.get(order) ?? Promise.resolve()).then(work);
  const ended = turn.then(
    () => {},
    () => {},
  );
  locks.set(order, ended);
  ended.then(() => locks.get(order) === ended && locks.delete(order));
  return turn;
};

const refund = ({ id, order, amount }) =>
  locked(order, async () => {
    // The wish is stored before it is carried out.
    run('INSERT OR IGNORE INTO refunds (id, order_id, amount) VALUES (?, ?, ?)', id, order, amount);
    if (findRefund(id).state === 'pending') await makeRefund(findRefund(id));
    return { outcome: findRefund(id).state === 'made' ? 'refunded' : 'failed' };
  });

// An event says that something has happened, and the object says how it stands.
const webhook = async (body, signature) => {
  const { type, data } = stripe.webhooks.constructEvent(body, signature, webhookSecret);
  if (type.startsWith('payment_intent.')) await readPayment(data.object.id);
  if (type === 'charge.refunded') {
    const order = get('SELECT * FROM orders WHERE intent = ?', data.object.payment_intent);
    if (order !== undefined) await locked(order.id, () => readRefunds(order));
  }
};

/** Ends what a kill or a lost answer left without an end. */
const reconcile = async () => {
  for (const { intent } of all("SELECT * FROM orders WHERE state = 'pending'")) {
    await readPayment(intent);
  }
  for (const { id, order_id, amount } of all("SELECT * FROM refunds WHERE state = 'pending'")) {
    await refund({ id, order: order_id, amount });
  }
};

const reconcileAgain = () =>
  reconcile()
    .catch(() => {})
    .finally(() => setTimeout(reconcileAgain, 500));
reconcileAgain();

// Nothing here depends on the time.
const advance = () => {};

serve({ pay, comeBack, refund, webhook, advance });
