import { createHash } from 'node:crypto';

export const staffKey = 'the key of the staff';

/** The items of a basket, by what it costs. */
export const baskets = new Map([
  [450, { tea: 1 }],
  [699, { coffee: 1 }],
  [900, { tea: 2 }],
  [1149, { tea: 1, coffee: 1 }],
  [2097, { coffee: 3 }],
]);

/** The id that the page makes for an order: a second press of the button, or a second tab, is the same order. */
export const idOf = (order) =>
  createHash('sha256')
    .update(order)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

const headers = {
  'content-type': 'application/json',
  accept: 'application/json',
  authorization: `Bearer ${staffKey}`,
};

export const call = async ({ url, signal }, method, path, body, more = {}) => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...more },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
    signal,
  });
  const text = await response.text();
  // The shop itself does not know, or an earlier press of the button is still on its way.
  if (response.status >= 500 || response.status === 409) {
    throw new Error(`${response.status} ${text}`);
  }
  return { status: response.status, text, location: response.headers.get('location') };
};

/** The orders of this run, by the id of the page. */
const ordered = new Map();

export const placeOrder = ({ id, amount, email }, shop) => {
  ordered.set(idOf(id), id);
  return call(shop, 'POST', '/orders', { id: idOf(id), email, ...baskets.get(amount) });
};

export const orders = async (shop) => {
  const { text } = await call(shop, 'GET', '/orders');
  const states = { open: 'open', processing: 'pending', paid: 'paid', lost: 'failed' };
  return JSON.parse(text).map(({ id, total, state, refunded, shipments }) => ({
    id: ordered.get(id) ?? id,
    amount: total,
    currency: 'eur',
    state: states[state],
    refunded,
    shipments,
  }));
};

export const refund = async ({ id, order, amount }, shop) => {
  const path = `/orders/${idOf(order)}/refunds`;
  const { status } = await call(shop, 'POST', path, { amount }, { 'idempotency-key': id });
  return { outcome: status === 200 ? 'refunded' : 'failed' };
};
