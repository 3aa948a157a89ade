import { setTimeout as sleep } from 'node:timers/promises';
import { callShop, confirmPayment, failureOf, retrieveIntent, wentThrough } from '../browser.mjs';

// Plays customers and staff of a Vendure shop with the calls that the plugin's documentation describes and Vendure's Remix starter
// makes. A customer's session lives as long as the cookie, so that second tabs and later visits find the order.

const states = {
  AddingItems: 'open',
  ArrangingPayment: 'open',
  PaymentAuthorized: 'pending',
  PaymentSettled: 'paid',
  Cancelled: 'canceled',
};

/** How often the confirmation page asks for the order, and how long it waits before each time. */
const looks = 20;
const lookMs = 250;

const orderFields =
  'id code state totalWithTax currencyCode payments { id state amount transactionId refunds { total state } }';

const settledOf = ({ payments }) =>
  (payments ?? []).reduce((sum, { state, amount }) => sum + (state === 'Settled' ? amount : 0), 0);

const refundedOf = ({ payments }) =>
  (payments ?? [])
    .flatMap(({ refunds }) => refunds)
    .filter(({ state }) => state !== 'Failed')
    .reduce((sum, { total }) => sum + total, 0);

class VendureError extends Error {
  constructor({ message, extensions }) {
    super(message);
    this.code = extensions?.code;
  }
}

const firstProblem = (result) => result.message ?? result.__typename;

const ask = async (url, holder, signal, query, variables) => {
  const headers = holder.token === undefined ? {} : { authorization: `Bearer ${holder.token}` };
  const called = await callShop(url, { headers, body: { query, variables }, signal });
  const token = called.headers.get('vendure-auth-token');
  if (token !== null && holder.token === undefined) holder.token = token;
  const { data, errors } = called.answer;
  if (errors !== undefined) throw new VendureError(errors[0]);
  return data;
};

/** State of a placed order. Vendure shows it to its customer once it is placed, not before. */
const placedState = async (code, shop) => {
  try {
    const query = 'query ($code: String!) { orderByCode(code: $code) { state } }';
    return (await shop(query, { code })).orderByCode?.state;
  } catch (error) {
    if (error.code === 'FORBIDDEN') return undefined;
    throw error;
  }
};

const shopOf =
  (session, { url, signal }) =>
  (query, variables) =>
    ask(`${url}/shop-api`, session, signal, query, variables);

/** The confirmation page: it waits for the webhook, by which alone Vendure's plugin learns of a payment. */
const confirmationPage = async ({ code }, shop, payment, context) => {
  for (let look = 0; look < looks; look += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const state = await placedState(code, shop);
    if (states[state] === 'paid') return { outcome: 'paid', order: code, payment };
    // oxlint-disable-next-line no-await-in-loop
    await sleep(lookMs, undefined, { signal: context.signal });
  }
  return { outcome: 'pending', order: code, payment };
};

/** `variant`: the id of the product that costs one cent. */
export const createDriver = ({ variant }) => {
  /** By order: the token of the session, and the code of the shop's order. */
  const sessions = new Map();
  const secrets = new Map();
  /** The session of the staff in each run: every run has another database. */
  const staffOf = new Map();

  const admin = async ({ url, folder, signal }, query, variables) => {
    const staff = staffOf.get(folder) ?? {};
    if (staff.token === undefined) {
      staffOf.set(folder, staff);
      await ask(
        `${url}/admin-api`,
        staff,
        signal,
        'mutation { login(username: "superadmin", password: "superadmin") { __typename } }',
      );
    }
    return ask(`${url}/admin-api`, staff, signal, query, variables);
  };

  const fillCart = async (session, order, shop) => {
    const added = await shop(
      `mutation ($variant: ID!, $quantity: Int!) {
        addItemToOrder(productVariantId: $variant, quantity: $quantity) { __typename ... on Order { code } ... on ErrorResult { message } }
      }`,
      { variant, quantity: order.amount },
    );
    const { code } = added.addItemToOrder;
    if (code === undefined) throw new Error(firstProblem(added.addItemToOrder));
    await shop(
      `mutation ($email: String!) {
        setCustomerForOrder(input: { firstName: "Ana", lastName: "Gil", emailAddress: $email }) { __typename }
        setOrderShippingAddress(input: { streetLine1: "Calle Mayor 7", city: "Alcoi", countryCode: "ES" }) { __typename }
      }`,
      { email: order.email },
    );
    const { eligibleShippingMethods } = await shop('{ eligibleShippingMethods { id } }');
    await shop(
      'mutation ($id: ID!) { setOrderShippingMethod(shippingMethodId: [$id]) { __typename } }',
      { id: eligibleShippingMethods[0].id },
    );
    session.code = code;
  };

  /** The customer fills the cart once, before the payment. */
  const sessionOf = async (order, context) => {
    const known = sessions.get(order.id);
    if (known !== undefined) return known;
    const filled = (async () => {
      const session = {};
      await fillCart(session, order, shopOf(session, context));
      return session;
    })();
    sessions.set(order.id, filled);
    filled.catch(() => sessions.delete(order.id));
    return filled;
  };

  const pay = async (order, context) => {
    const session = await sessionOf(order, context);
    const shop = shopOf(session, context);
    const { activeOrder } = await shop('{ activeOrder { state } }');
    if (activeOrder === null) return confirmationPage(session, shop, undefined, context);
    if (activeOrder.state === 'AddingItems') {
      await shop('mutation { transitionOrderToState(state: "ArrangingPayment") { __typename } }');
    }
    const { createStripePaymentIntent: secret } = await shop(
      'mutation { createStripePaymentIntent }',
    );
    secrets.set(order.id, secret);
    const confirmed = await confirmPayment(secret, order.card, context);
    const { intent } = confirmed;
    if (wentThrough(intent)) return confirmationPage(session, shop, intent.id, context);
    return { order: session.code, ...failureOf(confirmed) };
  };

  const comeBack = async ({ order, payment }, context) => {
    const intent = await retrieveIntent(secrets.get(order.id), context);
    const session = await sessions.get(order.id);
    if (wentThrough(intent)) {
      return confirmationPage(session, shopOf(session, context), payment, context);
    }
    const message = intent.last_payment_error?.message;
    return { outcome: 'failed', order: session.code, payment, message };
  };

  const orders = async (context) => {
    const codes = new Map();
    for (const [id, filled] of sessions) {
      // oxlint-disable-next-line no-await-in-loop
      const session = await filled.catch(() => null);
      if (session !== null) codes.set(session.code, id);
    }
    const found = await admin(
      context,
      `{ orders(options: { take: 1000, filter: { state: { notEq: "Created" } } }) { items { ${orderFields} } } }`,
    );
    return found.orders.items.map((order) => ({
      id: order.code,
      // The amount that Vendure has booked, once it has.
      amount: states[order.state] === 'paid' ? settledOf(order) : order.totalWithTax,
      currency: order.currencyCode,
      state: states[order.state] ?? 'pending',
      refunded: refundedOf(order),
      ...(codes.has(order.code) ? { reference: codes.get(order.code) } : {}),
    }));
  };

  const refundedBefore = new Map();

  // Vendure's interface takes no key. Staff who had no answer looks at the order before it tries again.
  const refund = async ({ id, shopOrder, amount }, context) => {
    const found = await admin(
      context,
      `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { ${orderFields} } } }`,
      { code: shopOrder },
    );
    const [order] = found.orders.items;
    const refunded = refundedOf(order);
    if (refunded > (refundedBefore.get(id) ?? refunded)) return { outcome: 'refunded' };
    refundedBefore.set(id, refunded);
    const { refundOrder: result } = await admin(
      context,
      `mutation ($input: RefundOrderInput!) {
        refundOrder(input: $input) { __typename ... on Refund { state metadata } ... on ErrorResult { message } }
      }`,
      {
        input: {
          lines: [],
          shipping: 0,
          adjustment: 0,
          amount,
          paymentId: order.payments.find(({ state }) => state === 'Settled').id,
          reason: 'returned',
        },
      },
    );
    if (result.state === 'Settled') return { outcome: 'refunded' };
    if (result.state === 'Pending') return { outcome: 'pending' };
    return { outcome: 'failed', message: result.metadata?.message ?? firstProblem(result) };
  };

  return { pay, comeBack, orders, refund };
};
