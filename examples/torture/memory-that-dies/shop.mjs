import { run } from '../support/database.mjs';
import { addOrder, answer, confirm, isDecline, rightShop, stripe } from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';

// FAULT: the payment of an order is kept in memory, and after a kill the order gets another one. Right: store it with the order before it is
// confirmed.
const intents = new Map();

const intentOf = async ({ id, amount, currency }) => {
  if (!intents.has(id)) {
    intents.set(id, stripe.paymentIntents.create({ amount, currency, metadata: { order: id } }));
  }
  const intent = await intents.get(id).catch((error) => {
    intents.delete(id);
    throw error;
  });
  run('UPDATE orders SET intent = ? WHERE id = ?', intent.id, id);
  return intent.id;
};

const pay = async (order) => {
  addOrder(order);
  const intent = await intentOf(order);
  try {
    await confirm(intent, order);
  } catch (error) {
    if (!isDecline(error)) throw error;
    return answer(intent, error.message);
  }
  return answer(intent);
};

serve({ ...rightShop, pay });
