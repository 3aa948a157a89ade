import pg from 'pg';
import { serve } from './server.mjs';
import { connectStripe, return_url, webhookSecret } from './stripe.mjs';

const { DATABASE, SCHEMA } = process.env;

export const pool = new pg.Pool({
  connectionString: DATABASE,
  options: `-c search_path=${SCHEMA}`,
});

// A connection that breaks while nobody uses it is no reason to end.
pool.on('error', () => {});

await pool.query(`
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, amount INTEGER NOT NULL, currency TEXT NOT NULL, intent TEXT,
    state TEXT NOT NULL DEFAULT 'pending'
  );
  CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY);
`);

/** Runs statements in one transaction: all or none. */
export const together = async (work) => {
  const client = await pool.connect();
  let broken;
  // It is told of twice: here, and by the statement that waits.
  client.on('error', (error) => {
    broken = error;
  });
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    broken = error;
    throw error;
  } finally {
    // A connection on which something failed is not used again: its transaction ends with it.
    client.release(broken);
  }
};

const findOrder = async (id) =>
  (await pool.query('SELECT * FROM orders WHERE id = $1', [id])).rows[0];

const stripe = connectStripe();

/** The payment intent of an order. It is charged once, whatever is pressed. */
const intentOf = async ({ id, amount, currency }) => {
  await pool.query(
    'INSERT INTO orders (id, amount, currency) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [id, amount, currency],
  );
  const { intent } = await findOrder(id);
  if (intent !== null) return intent;
  const created = await stripe.paymentIntents.create(
    { amount, currency, metadata: { order: id } },
    { idempotencyKey: `order ${id}` },
  );
  await pool.query('UPDATE orders SET intent = $2 WHERE id = $1', [id, created.id]);
  return created.id;
};

/** The webhook says that an order is paid. Until then the customer is told to wait. */
const answer = async (intent, message) => {
  const { status } = await stripe.paymentIntents.retrieve(intent);
  if (status === 'succeeded') return { outcome: 'pending' };
  return { outcome: status === 'requires_action' ? 'action' : 'failed', payment: intent, message };
};

const pay = async (order) => {
  const intent = await intentOf(order);
  try {
    await stripe.paymentIntents.confirm(
      intent,
      { payment_method: order.card, return_url },
      { idempotencyKey: `${intent} ${order.key}` },
    );
  } catch (error) {
    // Declined, or paid by an earlier attempt. After any other error nobody knows: the customer tries again.
    if (!['StripeCardError', 'StripeInvalidRequestError'].includes(error.type)) throw error;
    return answer(intent, error.message);
  }
  return answer(intent);
};

const comeBack = async ({ id }) => answer((await findOrder(id)).intent);

const orders = async () => (await pool.query('SELECT * FROM orders')).rows;

/** Stores the id of an event. Returns whether it is new. `on`: the pool, or the client of a transaction. */
export const addEvent = async (on, id) =>
  (await on.query('INSERT INTO events (id) VALUES ($1) ON CONFLICT DO NOTHING', [id])).rowCount > 0;

export const markPaid = (on, { metadata }) =>
  on.query("UPDATE orders SET state = 'paid' WHERE id = $1", [metadata.order]);

/** Starts a shop on PostgreSQL. `onPaid`: what it does with an event that says that an order is paid. */
export const servePostgresShop = (onPaid) => {
  const webhook = async (body, signature) => {
    const event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
    if (event.type === 'payment_intent.succeeded') await onPaid(event);
  };
  serve({ pay, comeBack, webhook, orders });
};
