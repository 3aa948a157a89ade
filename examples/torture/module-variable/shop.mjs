import { run } from '../support/database.mjs';
import {
  addOrder,
  confirm,
  intentOf,
  isDecline,
  rightShop,
  stripe,
} from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';

// FAULT: the next customer overwrites it while the first one waits for the processor. Right: a variable of the request.
let current;

const told = async (intent, message) => {
  const { status } = await stripe.paymentIntents.retrieve(intent);
  if (status === 'succeeded') {
    run(
      "UPDATE orders SET state = 'paid', shipments = 1 WHERE id = ? AND state = 'open'",
      current.id,
    );
    return { outcome: 'paid' };
  }
  return { outcome: status === 'requires_action' ? 'action' : 'failed', payment: intent, message };
};

const pay = async (order) => {
  current = order;
  addOrder(order);
  const intent = await intentOf(order.id);
  try {
    await confirm(intent, order);
  } catch (error) {
    if (!isDecline(error)) throw error;
    return told(intent, error.message);
  }
  return told(intent);
};

// The shop needs no webhooks: the page tells it when a payment has succeeded.
serve({ ...rightShop, pay, webhook: () => {} });
