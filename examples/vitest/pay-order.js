import { isPaymentError } from 'pasarela';

/**
 * Charges an order once, however often it is called. Returns `succeeded`, `requires_action` while the customer has to
 * authenticate, or `declined`, after which the order takes another card.
 */
export const payOrder = async (payments, order, payment_method) => {
  const { id, customer, amount } = order;
  if (order.intent === undefined) {
    const created = await payments
      .withIdempotencyKey(`order-${id}/${payment_method}`)
      .createPaymentIntent({ customer, amount, payment_method, metadata: { order: id } });
    // The first one stays: two intents could both be charged.
    order.intent ??= created.id;
  }
  try {
    const confirmation = { payment_intent: order.intent, payment_method };
    const { status } = await payments.confirmPayment(confirmation);
    return status;
  } catch (error) {
    if (isPaymentError(error) && error._tag === 'CardError') return 'declined';
    throw error;
  }
};
