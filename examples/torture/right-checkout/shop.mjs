import { get, run } from '../support/database.mjs';
import { serve } from '../support/server.mjs';
import { connectStripe, return_url, webhookSecret } from '../support/stripe.mjs';

const stripe = connectStripe({ maxNetworkRetries: 1 });

const findOrder = (id) => get('SELECT * FROM orders WHERE id = ?', id);

const createSession = ({ id, amount, currency, session: before }) =>
  stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: id,
      payment_intent_data: { metadata: { order: id } },
      line_items: [
        {
          quantity: 1,
          price_data: { currency, unit_amount: amount, product_data: { name: `Order ${id}` } },
        },
      ],
      success_url: `${return_url}?session={CHECKOUT_SESSION_ID}`,
    },
    { idempotencyKey: `order ${id} after ${before}` },
  );

/** Reads how a session stands, and stores it. What is read now is true whatever came before, in any order, and however often. */
const readSession = async (id) => {
  const session = await stripe.checkout.sessions.retrieve(id);
  const { status, payment_status, client_reference_id: order } = session;
  if (payment_status === 'paid') {
    run(
      "UPDATE orders SET state = 'paid', shipments = 1 WHERE id = ? AND state IN ('open', 'pending')",
      order,
    );
  }
  // Complete and not paid: a bank that takes days.
  if (status === 'complete' && payment_status === 'unpaid') {
    run("UPDATE orders SET state = 'pending' WHERE id = ? AND state = 'open'", order);
  }
  return session;
};

/** The session of an order. Another one is made only when nobody can pay the one before. */
const sessionOf = async (id) => {
  const order = findOrder(id);
  if (order.session !== null) {
    const session = await readSession(order.session);
    if (session.status !== 'expired') return session;
  }
  const created = await createSession(order);
  run('UPDATE orders SET session = ? WHERE id = ? AND session IS ?', created.id, id, order.session);
  return readSession(findOrder(id).session);
};

const answer = ({ id, status, payment_status }) => {
  if (payment_status === 'paid') return { outcome: 'paid' };
  return { outcome: status === 'complete' ? 'pending' : 'action', payment: id };
};

const pay = async ({ id, amount, currency }) => {
  run('INSERT OR IGNORE INTO orders (id, amount, currency) VALUES (?, ?, ?)', id, amount, currency);
  return answer(await sessionOf(id));
};

// The address of the page is no proof: everybody can open it.
const comeBack = async ({ id }) => answer(await sessionOf(id));

const webhook = async (body, signature) => {
  const { type, data } = stripe.webhooks.constructEvent(body, signature, webhookSecret);
  if (type.startsWith('checkout.session.')) await readSession(data.object.id);
};

// Nothing here depends on the time.
const advance = () => {};

serve({ pay, comeBack, webhook, advance });
