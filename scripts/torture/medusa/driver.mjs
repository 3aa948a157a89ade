import { callShop, confirmPayment, failureOf, retrieveIntent, wentThrough } from '../browser.mjs';

// Plays customers and staff of a Medusa shop with the calls of Medusa's Next.js starter, in its order. A cart lives as long as the cookie
// of its customer, so that second tabs and later visits find it.

const states = {
  captured: 'paid',
  partially_captured: 'paid',
  partially_refunded: 'paid',
  refunded: 'refunded',
  canceled: 'canceled',
};

const paymentOf = ({ payment_collections: [collection] }) => collection?.payments?.[0];

const refundedOf = (order) =>
  (paymentOf(order)?.refunds ?? []).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);

// The payment for the page with Stripe.js, whatever its state. Without a secret the customer chooses the method of payment again.
const isShown = ({ provider_id, data }) =>
  provider_id === 'pp_stripe_stripe' && Boolean(data.client_secret);

const orderFields =
  'id,original_total,currency_code,payment_status,metadata,*payment_collections.payments,*payment_collections.payments.refunds';

/** `seed`: what seed.js wrote down. */
export const createDriver = (seed) => {
  const carts = new Map();
  const secrets = new Map();

  const store = async ({ url, signal }, path, body) => {
    const headers = { 'x-publishable-api-key': seed.publishable };
    const { status, answer } = await callShop(`${url}/store${path}`, { headers, body, signal });
    return { status, ...answer };
  };

  const admin = async ({ url, signal }, path, body) => {
    const authorization = `Basic ${Buffer.from(`${seed.secret}:`).toString('base64')}`;
    const headers = { authorization };
    const { status, answer } = await callShop(`${url}/admin${path}`, { headers, body, signal });
    return status < 400 ? answer : { failed: answer.message };
  };

  const cartOf = async (order, context) => {
    const known = carts.get(order.id);
    if (known !== undefined) return known;
    const { cart } = await store(context, '/carts', {
      region_id: seed.region,
      email: order.email,
      items: [{ variant_id: seed.variant, quantity: order.amount }],
      metadata: { order: order.id },
    });
    // A second tab may have been faster.
    if (!carts.has(order.id)) carts.set(order.id, cart.id);
    return carts.get(order.id);
  };

  /** The payment that the payment page shows: the one of the cart or a new one. `null`: the cart is an order already. */
  const secretOf = async (cartId, context) => {
    const fields = 'completed_at,payment_collection.id,*payment_collection.payment_sessions';
    const { cart } = await store(context, `/carts/${cartId}?fields=${fields}`);
    if ((cart?.completed_at ?? null) !== null) return null;
    const collection = cart?.payment_collection;
    const shown = collection?.payment_sessions?.find(isShown);
    if (shown !== undefined) return shown.data.client_secret;
    const id =
      collection?.id ??
      (await store(context, '/payment-collections', { cart_id: cartId })).payment_collection.id;
    const made = await store(context, `/payment-collections/${id}/payment-sessions`, {
      provider_id: 'pp_stripe_stripe',
    });
    const session = made.payment_collection?.payment_sessions?.find(isShown);
    if (session === undefined)
      throw new Error(`no payment session: ${made.status} ${made.message}`);
    return session.data.client_secret;
  };

  const placeOrder = async (cartId, payment, context) => {
    const placed = await store(context, `/carts/${cartId}/complete`, {});
    if (placed.type === 'order') return { outcome: 'paid', order: placed.order.id, payment };
    // Medusa says this to the second of two clicks. The first one will be told how it ends.
    if (placed.status === 409) return { outcome: 'pending', payment, message: placed.message };
    return { outcome: 'failed', payment, message: placed.error?.message ?? placed.message };
  };

  const pay = async (order, context) => {
    const cartId = await cartOf(order, context);
    const secret = await secretOf(cartId, context);
    if (secret === null) return placeOrder(cartId, undefined, context);
    secrets.set(order.id, secret);
    const confirmed = await confirmPayment(secret, order.card, context);
    if (!wentThrough(confirmed.intent)) return failureOf(confirmed);
    return placeOrder(cartId, confirmed.intent.id, context);
  };

  const comeBack = async ({ order, payment }, context) => {
    const intent = await retrieveIntent(secrets.get(order.id), context);
    if (wentThrough(intent)) return placeOrder(carts.get(order.id), payment, context);
    return { outcome: 'failed', payment, message: intent.last_payment_error?.message };
  };

  const orders = async (context) => {
    const { orders: found } = await admin(context, `/orders?limit=1000&fields=${orderFields}`);
    return found.map((order) => ({
      id: order.id,
      amount: Math.round(order.original_total * 100),
      currency: order.currency_code,
      state: states[order.payment_status] ?? 'pending',
      refunded: refundedOf(order),
      reference: order.metadata?.order,
    }));
  };

  const refundedBefore = new Map();

  // Medusa's interface takes no key. Staff who had no answer looks at the order before it tries again.
  const refund = async ({ id, shopOrder, amount }, context) => {
    const { order } = await admin(context, `/orders/${shopOrder}?fields=${orderFields}`);
    const refunded = refundedOf(order);
    if (refunded > (refundedBefore.get(id) ?? refunded)) return { outcome: 'refunded' };
    refundedBefore.set(id, refunded);
    const { failed } = await admin(context, `/payments/${paymentOf(order).id}/refund`, {
      amount: amount / 100,
    });
    return failed === undefined ? { outcome: 'refunded' } : { outcome: 'failed', message: failed };
  };

  return { pay, comeBack, orders, refund };
};
