import { isPaymentError, type Payments } from 'pasarela';
import { attemptOf, type Call, fieldsOf, json } from './answers.ts';
import { catalogue, type Language } from './catalogue.ts';
import { customerOf } from './customers.ts';
import type { Order, Orders } from './orders.ts';

/** How an order is paid: the app of the customer sends a payment method (`pm_…`), and the server confirms the payment. */
export const createCheckout = (payments: Payments, orders: Orders) => {
  /** The payment of an order, which is not charged yet. The first one that is stored stays: two could both be charged. */
  const paymentOf = async (order: Order): Promise<string> => {
    if (order.payment !== null) return order.payment;
    const customer = await customerOf(order, payments, orders);
    const created = await payments.withIdempotencyKey(`order/${order.id}`).createPaymentIntent({
      amount_minor: order.total,
      payment_methods: ['card'],
      receipt_email: order.email,
      metadata: { order: order.id },
      ...(customer && { customer }),
    });
    return orders.keepPayment(order.id, created.id);
  };

  return {
    home: async (_: Language) => json(catalogue),

    placed: ({ id, total }: Order) => json({ id, total }, 201),

    show: async ({ id, state, total, refunded }: Order, _: Language) =>
      json({ id, state, total, refunded }),

    /** An attempt is one press of the button. Without an answer the app sends the same attempt again, for another card a new one. */
    pay: async (order: Order, call: Call) => {
      const attempt = attemptOf(call);
      const payment_method = String(fieldsOf(call)['payment_method'] ?? '');
      if (order.state !== 'open') return json({ state: order.state });
      const payment_intent = await paymentOf(order);
      try {
        const { status, client_secret } = await payments
          .withIdempotencyKey(`order/${order.id}/${attempt}`)
          .confirmPayment({ payment_intent, payment_method });
        // `requires_action`: the app passes the secret to Stripe's library, and the payment goes on by itself.
        return json({ status, payment: payment_intent, client_secret });
      } catch (error) {
        if (!isPaymentError(error) || error.code !== 'payment_intent_unexpected_state') throw error;
        // Another attempt was first. A payment is charged once, so this attempt charged nothing.
        const { status } = await payments.getPayment({ payment_intent });
        return json({ status, payment: payment_intent });
      }
    },
  };
};
