import { callShop, confirmPayment, failureOf, retrieveIntent, wentThrough } from '../browser.mjs';

// Plays the customers of a shop on Medusa 1 with the calls of its Next.js starter. A cart lives as long as the cookie of its customer.

const states = { captured: 'paid', refunded: 'refunded', canceled: 'canceled' };

const store = async ({ url, signal }, path, body) => {
  const { status, answer } = await callShop(`${url}/store${path}`, { body, signal });
  return { status, ...answer };
};

const fillCart = async (order, context) => {
  const { regions } = await store(context, '/regions');
  const { products } = await store(context, '/products');
  const { cart } = await store(context, '/carts', {
    region_id: regions[0].id,
    items: [{ variant_id: products[0].variants[0].id, quantity: order.amount }],
  });
  await store(context, `/carts/${cart.id}`, {
    email: order.email,
    context: { order: order.id },
  });
  return cart.id;
};

const placeOrder = async (cart, payment, context) => {
  const placed = await store(context, `/carts/${cart}/complete`, {});
  if (placed.type === 'order') return { outcome: 'paid', order: placed.data.id, payment };
  // Somebody else completes the cart, for example the webhook.
  if (placed.status === 409) return { outcome: 'pending', payment, message: placed.message };
  return { outcome: 'failed', payment, message: placed.message };
};

export const createDriver = () => {
  const carts = new Map();
  const secrets = new Map();

  const cartOf = async (order, context) => {
    const id = carts.get(order.id) ?? (await fillCart(order, context));
    // A second tab may have been faster.
    if (!carts.has(order.id)) carts.set(order.id, id);
    return carts.get(order.id);
  };

  const pay = async (order, context) => {
    const id = await cartOf(order, context);
    const { cart, message } = await store(context, `/carts/${id}/payment-sessions`, {});
    if (cart?.completed_at) return placeOrder(id, undefined, context);
    const secret = cart?.payment_session?.data.client_secret;
    if (secret === undefined) throw new Error(`no payment session: ${message}`);
    secrets.set(order.id, secret);
    const confirmed = await confirmPayment(secret, order.card, context);
    if (!wentThrough(confirmed.intent)) return failureOf(confirmed);
    return placeOrder(id, confirmed.intent.id, context);
  };

  const comeBack = async ({ order, payment }, context) => {
    const intent = await retrieveIntent(secrets.get(order.id), context);
    if (wentThrough(intent)) return placeOrder(carts.get(order.id), payment, context);
    return { outcome: 'failed', payment, message: intent.last_payment_error?.message };
  };

  const orders = async ({ url, signal }) => {
    const headers = { authorization: 'Bearer staff' };
    const { answer } = await callShop(`${url}/admin/orders?limit=1000&expand=payments`, {
      headers,
      signal,
    });
    const orderOf = new Map([...carts].map(([order, cart]) => [cart, order]));
    return answer.orders.map(({ id, cart_id, payment_status, payments, currency_code }) => ({
      id,
      amount: payments.reduce((sum, { amount }) => sum + amount, 0),
      currency: currency_code,
      state: states[payment_status] ?? 'pending',
      reference: orderOf.get(cart_id),
    }));
  };

  return { pay, comeBack, orders };
};
