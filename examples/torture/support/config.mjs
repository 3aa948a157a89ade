const ask = async (method, path, { url, signal }, body) => {
  const response = await fetch(`${url}${path}`, {
    method,
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  });
  const answer = await response.json();
  // No answer: the shop itself does not know.
  if (response.status !== 200) throw new Error(`${response.status} ${answer.message}`);
  return answer;
};

const pay = ({ id, amount, currency, email, card, key }, shop) =>
  ask('POST', '/pay', shop, { id, amount, currency, email, card: card.paymentMethod, key });

const comeBack = ({ order, payment }, shop) =>
  ask('POST', '/come-back', shop, { id: order.id, payment });

const orders = (shop) => ask('GET', '/orders', shop);

/** For a shop without refunds. Its folder is that of its configuration file. */
export const shop = {
  shop: {
    command: ['node', 'shop.mjs'],
    env: {
      STRIPE_URL: '{processor}',
      STRIPE_KEY: '{apiKey}',
      WEBHOOK_SECRET: '{webhookSecret}',
      PORT: '{port}',
      DATABASE: '{folder}/shop.db',
    },
    webhook: '/webhooks',
  },
  pay,
  comeBack,
  orders,
};

/** For a shop with refunds. */
export const shopWithRefunds = {
  ...shop,
  refund: ({ id, order, amount }, shop) => ask('POST', '/refund', shop, { id, order, amount }),
};

/** For a shop that is right after a day, too. */
export const shopWithClock = {
  ...shopWithRefunds,
  advance: (seconds, shop) => ask('POST', '/clock', shop, { seconds }),
};
