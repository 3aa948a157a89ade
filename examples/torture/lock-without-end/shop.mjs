import { run } from '../support/database.mjs';
import { addOrder, rightShop } from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';

/** One attempt of an order at a time. */
const locked = async (order, work) => {
  // FAULT: a killed program leaves its lock, and nobody can pay the order any more. Right: store until when it holds, and who holds it.
  if (
    run(
      "INSERT OR IGNORE INTO attempts (key, order_id, card) VALUES (?, ?, '')",
      order.id,
      order.id,
    ) === 0
  ) {
    return { outcome: 'failed', message: 'This order is being paid in another window.' };
  }
  try {
    return await work();
  } finally {
    run('DELETE FROM attempts WHERE key = ?', order.id);
  }
};

const pay = (order) => {
  addOrder(order);
  return locked(order, () => rightShop.pay(order));
};

serve({ ...rightShop, pay });
