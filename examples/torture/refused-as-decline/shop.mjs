import { run } from '../support/database.mjs';
import {
  addOrder,
  answer,
  confirm,
  findOrder,
  intentOf,
  isDecline,
  rightShop,
} from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';

const pay = async (order) => {
  addOrder(order);
  if (findOrder(order.id).state === 'failed') {
    return { outcome: 'failed', message: 'This order was refused.' };
  }
  const intent = await intentOf(order.id);
  try {
    await confirm(intent, order);
  } catch (error) {
    if (isDecline(error)) return answer(intent, error.message);
    if (error.statusCode === undefined) throw error;
    // FAULT: 409, 429 and 500 say nothing about the card, and the order ends for good. Right: `throw error`, so that the customer tries again.
    run("UPDATE orders SET state = 'failed' WHERE id = ?", order.id);
    return { outcome: 'failed', message: error.message };
  }
  return answer(intent);
};

serve({ ...rightShop, pay });
