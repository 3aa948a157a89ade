import { run } from '../support/database.mjs';
import {
  addOrder,
  answer,
  confirm,
  eventOf,
  findOrder,
  isDecline,
  stripe,
} from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';

const createIntent = async ({ id, amount, currency, intent: before }) => {
  const created = await stripe.paymentIntents.create(
    { amount, currency, metadata: { order: id } },
    { idempotencyKey: `order ${id} after ${before}` },
  );
  run('UPDATE orders SET intent = ? WHERE id = ? AND intent IS ?', created.id, id, before);
  return findOrder(id).intent;
};

/** The payment intent of an order. */
const intentOf = async (id) => {
  const order = findOrder(id);
  if (order.intent === null) return createIntent(order);
  const { status } = await stripe.paymentIntents.retrieve(order.intent);
  // FAULT: a payment that nobody has confirmed is taken for abandoned. Another request may be about to confirm it. Right: confirm
  // the same intent again, because an intent is charged once.
  return status === 'requires_payment_method' ? createIntent(order) : order.intent;
};

const pay = async (order) => {
  addOrder(order);
  if (findOrder(order.id).state === 'paid') return { outcome: 'paid' };
  const intent = await intentOf(order.id);
  try {
    await confirm(intent, order);
  } catch (error) {
    if (!isDecline(error)) throw error;
    return answer(intent, error.message);
  }
  return answer(intent);
};

const comeBack = async ({ id }) => answer(findOrder(id).intent);

const webhook = (body, signature) => {
  const { type, data } = eventOf(body, signature);
  if (type !== 'payment_intent.succeeded') return;
  run(
    "UPDATE orders SET state = 'paid', shipments = 1 WHERE id = ? AND state <> 'paid'",
    data.object.metadata.order,
  );
};

serve({ pay, comeBack, webhook });
