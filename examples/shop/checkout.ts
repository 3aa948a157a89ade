import { type EventHandling, isPaymentError, type Payments } from 'pasarela';
import type { Order, Orders } from './orders.ts';

/** Prices in cents: whole numbers, so that sums are exact. */
const prices = new Map([
  ['tea', 450],
  ['coffee', 699],
]);

/** Returns the total in cents, or undefined if an item or its quantity is wrong. */
export const totalOf = (items: Record<string, unknown>): number | undefined => {
  let total = 0;
  for (const [item, quantity] of Object.entries(items)) {
    const price = prices.get(item);
    if (price === undefined || typeof quantity !== 'number') return undefined;
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99) return undefined;
    total += price * quantity;
  }
  return total > 0 ? total : undefined;
};

export const createCheckout = (payments: Payments & EventHandling, orders: Orders) => {
  const createIntent = async (
    { id, email, name, phone, total }: Order,
    attempt: string,
    card: string,
  ) => {
    const keyed = (step: string) => payments.withIdempotencyKey(`order/${id}/${step}`);
    const customer = await keyed('customer').createCustomer({ email, name, phone });
    // Created, but not charged yet.
    const intent = await keyed(`${attempt}/create`).createPaymentIntent({
      customer: customer.id,
      amount_minor: total,
      payment_method: card,
      metadata: { order: id },
    });
    return orders.keepIntent(id, intent.id);
  };

  // The money is here when the event says so: the customer may never come back to the page.
  payments.on(
    'payment_intent.succeeded',
    ({ data: { object: intent } }) => {
      const { id, currency, amount_received: received = 0 } = intent;
      const order = intent.metadata?.['order'];
      // Other programs may take payments with the same account.
      if (order !== undefined) orders.markPaid(order, { id, received, currency });
    },
    { name: 'mark-paid' },
  );

  return {
    /**
     * Charges the order. An attempt is one press of the button: when the page gets no answer, it sends the same attempt again.
     */
    pay: async (order: Order, attempt: string, payment_method: string) => {
      // The intent is stored with the order before it is charged, so its event always finds the order.
      const payment_intent = order.intent ?? (await createIntent(order, attempt, payment_method));
      try {
        const { status, client_secret } = await payments
          .withIdempotencyKey(`order/${order.id}/${attempt}/confirm`)
          .confirmPayment({ payment_intent, payment_method });
        return { status, client_secret };
      } catch (error) {
        // Another attempt was first. An intent is charged once, so this one charged nothing.
        if (isPaymentError(error) && error.code === 'payment_intent_unexpected_state') {
          const { status } = await payments.getPayment({ payment_intent });
          return { status };
        }
        throw error;
      }
    },
  };
};
