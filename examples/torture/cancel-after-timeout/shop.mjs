import { run } from '../support/database.mjs';
import {
  addOrder,
  answer,
  confirm,
  intentOf,
  isDecline,
  rightShop,
  stripe,
} from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';

const pay = async (order) => {
  addOrder(order);
  const intent = await intentOf(order.id);
  try {
    await confirm(intent, order);
  } catch (error) {
    if (isDecline(error)) return answer(intent, error.message);
    if (error.type !== 'StripeConnectionError') throw error;
    // FAULT: what has succeeded cannot be canceled, and nobody looks whether it was. Right: read the payment, and tell how it stands.
    await stripe.paymentIntents.cancel(intent).catch(() => {});
    run("UPDATE orders SET state = 'canceled' WHERE id = ? AND state = 'open'", order.id);
    return { outcome: 'failed', message: 'The bank did not answer. Your order is canceled.' };
  }
  return answer(intent);
};

serve({ ...rightShop, pay });
