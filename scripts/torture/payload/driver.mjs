import { callShop, confirmPayment, failureOf, wentThrough } from '../browser.mjs';

// Plays customers of Payload's shop with the calls of its template for shops, in their order. A cart lives as long as the browser of
// its customer, so that second tabs and later visits find it.

const staff = { email: 'staff@shop.example', password: 'staff' };

const states = {
  processing: 'paid',
  completed: 'paid',
  cancelled: 'canceled',
  refunded: 'refunded',
};

const post = ({ url, signal }, path, body) => callShop(`${url}/api${path}`, { body, signal });

const initiate = async (cart, context) => {
  const { status, answer } = await post(context, '/payments/stripe/initiate', cart);
  if (answer.clientSecret === undefined) throw new Error(`no payment: ${status}`);
  return answer.clientSecret;
};

const confirmOrder = async (cart, payment, context) => {
  const { answer } = await post(context, '/payments/stripe/confirm-order', {
    ...cart,
    paymentIntentID: payment,
  });
  return answer.orderID === undefined
    ? { outcome: 'failed', payment, message: answer.message }
    : { outcome: 'paid', order: String(answer.orderID), payment };
};

const orders = async (context) => {
  const { url, signal } = context;
  const { answer } = await post(context, '/users/login', staff);
  const headers = { authorization: `JWT ${answer.token}` };
  const found = await callShop(`${url}/api/orders?limit=2000&depth=0`, { headers, signal });
  return found.answer.docs.map(({ id, amount, currency, status, customerEmail }) => ({
    id: String(id),
    amount,
    currency,
    state: states[status] ?? 'pending',
    reference: customerEmail.split('@')[0],
  }));
};

/** Made once for each key. After a failure it is made anew. */
const once = (made, key, make) => {
  const known = made.get(key);
  if (known !== undefined) return known;
  const making = make();
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
};

/** `product`: the id of the product that costs one cent. */
export const createDriver = ({ product }) => {
  const carts = new Map();
  /** The payment that a page shows, by the key of the attempt. */
  const pages = new Map();
  /** Pages on which a card was declined, by the order: they take another card. */
  const open = new Map();

  const makeCart = async (order, context) => {
    const { status, answer } = await post(context, '/carts', {
      currency: 'EUR',
      items: [{ product, quantity: order.amount }],
    });
    if (answer.doc?.secret === undefined) throw new Error(`no cart: ${status}`);
    return { cartID: answer.doc.id, secret: answer.doc.secret, customerEmail: order.email };
  };

  const pay = async (order, context) => {
    // A second tab may come while the first one makes the cart.
    const cart = await once(carts, order.id, () => makeCart(order, context));
    const page = open.get(order.id) ?? order.key;
    open.delete(order.id);
    const secret = await once(pages, page, () => initiate(cart, context));
    const confirmed = await confirmPayment(secret, order.card, context);
    if (!wentThrough(confirmed.intent)) {
      const failure = failureOf(confirmed);
      if (failure.outcome === 'failed') open.set(order.id, page);
      return failure;
    }
    return confirmOrder(cart, confirmed.intent.id, context);
  };

  // The page to which Stripe sends the customer back confirms the order, however 3D Secure went.
  const comeBack = async ({ order, payment }, context) =>
    confirmOrder(await carts.get(order.id), payment, context);

  return { pay, comeBack, orders };
};
