import { createPayments, isPaymentError } from 'pasarela';
import { createFetchHandler } from 'pasarela/fetch';
import { createMemoryProcessor } from 'pasarela/memory';

type Order = { customer: string; amount: string; intent?: string };

const openShop = async () => {
  const payments = createPayments({
    // For Stripe: createStripeProcessor({ secretKey, cards: 'payment_methods' }) of 'pasarela/stripe'.
    processor: createMemoryProcessor(),
    webhookSecrets: [process.env.WEBHOOK_SECRET ?? ''],
    // After 3D Secure the payment goes on by itself, and its event tells you.
    confirmationMethod: 'automatic',
  });
  payments.on('payment_intent.succeeded', ({ data }) => {
    console.log(`order ${data.object.metadata?.order} is paid`);
  });
  payments.start();

  // Rows of your database.
  const ada = { email: 'ada@example.com', name: 'Ada Lovelace', phone: '+34600000000' };
  const { id: customer } = await payments.createCustomer(ada);
  const orders = new Map<string, Order>([['1001', { customer, amount: '19.99' }]]);

  /** Charges an order once, however often it is called: an order has one payment intent. */
  const payOrder = async (id: string, payment_method: string) => {
    const order = orders.get(id);
    if (order === undefined) return undefined;
    const { customer, amount } = order; // from your database, never from the browser
    if (order.intent === undefined) {
      const created = await payments
        .withIdempotencyKey(`order-${id}/${payment_method}`)
        .createPaymentIntent({ customer, amount, payment_method, metadata: { order: id } });
      // The first one stays: two intents could both be charged.
      order.intent ??= created.id;
    }
    const { intent: payment_intent } = order;
    try {
      const confirmation = { payment_intent, payment_method };
      const { status, client_secret } = await payments.confirmPayment(confirmation);
      return { status, client_secret };
    } catch (error) {
      if (!isPaymentError(error) || error.code !== 'payment_intent_unexpected_state') throw error;
      // Another click was first. An intent is charged once, so this one charged nothing.
      const { status } = await payments.getPayment({ payment_intent });
      return { status };
    }
  };

  const apiKeys = [process.env.API_KEY ?? ''];
  const handler = createFetchHandler(payments, { prefix: '/shop', apiKeys });
  return { payments, payOrder, handler };
};

declare global {
  var openedShop: ReturnType<typeof openShop> | undefined;
}

/** The shop of this process. Next loads this module while it builds, and once for each route. */
export const shop = () => {
  globalThis.openedShop ??= openShop();
  return globalThis.openedShop;
};
