import { run } from '../support/database.mjs';
import {
  addOrder,
  confirm,
  findOrder,
  intentOf,
  isDecline,
  rightShop,
} from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';

/** Charges the card of an order, in the background. */
const charge = async (order) => {
  try {
    await confirm(await intentOf(order.id), order);
  } catch (error) {
    if (isDecline(error))
      run("UPDATE orders SET state = 'failed' WHERE id = ? AND state = 'pending'", order.id);
    else setTimeout(charge, 200, order);
  }
};

const pay = (order) => {
  addOrder(order);
  if (run("UPDATE orders SET state = 'pending' WHERE id = ? AND state = 'open'", order.id) > 0) {
    // FAULT: a timer dies with the program, and the order waits for ever. Right: store the work, and let a job take what is left.
    setTimeout(charge, 50, order);
  }
  const { state } = findOrder(order.id);
  return { outcome: state === 'open' ? 'pending' : state };
};

serve({ ...rightShop, pay });
