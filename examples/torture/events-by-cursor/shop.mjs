import { setTimeout } from 'node:timers/promises';
import {
  addOrder,
  confirm,
  findOrder,
  intentOf,
  isDecline,
  markPaid,
  rightShop,
  stripe,
} from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';

/** Asks for new events, and marks orders as paid by them. */
const follow = async () => {
  for (let since = Math.floor(Date.now() / 1000); ; await setTimeout(200)) {
    const now = Math.floor(Date.now() / 1000);
    const types = ['payment_intent.succeeded'];
    const list = stripe.events.list({ types, created: { gte: since }, limit: 100 });
    const { data } = await list.catch(() => ({ data: null }));
    if (data === null) continue;
    for (const {
      data: { object },
    } of data)
      markPaid(object.id);
    // FAULT: an event may be listed seconds after it was created, and its time has passed then. Right: look back for a while.
    since = now;
  }
};
follow();

/** The page says that the order is being confirmed, until the event is there. */
const told = async (intent, message) => {
  const { status } = await stripe.paymentIntents.retrieve(intent);
  if (status === 'succeeded') return { outcome: 'pending' };
  return { outcome: status === 'requires_action' ? 'action' : 'failed', payment: intent, message };
};

const pay = async (order) => {
  addOrder(order);
  const intent = await intentOf(order.id);
  if (findOrder(order.id).state === 'paid') return { outcome: 'paid' };
  try {
    await confirm(intent, order);
  } catch (error) {
    if (!isDecline(error)) throw error;
    return told(intent, error.message);
  }
  return told(intent);
};

serve({
  ...rightShop,
  pay,
  comeBack: async ({ id }) => told(await intentOf(id)),
  webhook: () => {},
});
