/** Charges an order once with Stripe's own SDK. Returns the status of the payment, or `declined`. */
exports.payOrder = async (stripe, order, payment_method) => {
  try {
    if (order.intent === undefined) {
      const created = await stripe.paymentIntents.create(
        {
          amount: order.cents,
          currency: 'eur',
          allowed_payment_method_types: ['card'],
          metadata: { order: order.id },
        },
        { idempotencyKey: `order-${order.id}` },
      );
      order.intent = created.id;
    }
    const { status } = await stripe.paymentIntents.confirm(order.intent, { payment_method });
    return status;
  } catch (error) {
    if (error.type === 'StripeCardError') return 'declined';
    throw error;
  }
};
