import { emptySchema } from './empty-schema.mjs';

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

const detailsOf = ({ method, card, iban, phone, email }) => {
  const billing = { 'billing_details[name]': 'Ana Gil', 'billing_details[email]': email };
  return {
    card: {
      'card[number]': card.number,
      'card[exp_month]': '12',
      'card[exp_year]': '34',
      'card[cvc]': '123',
    },
    bancontact: billing,
    bizum: { ...billing, 'billing_details[phone]': phone },
    ideal: billing,
    sepa_debit: { 'sepa_debit[iban]': iban, ...billing },
  }[method];
};

/** The browser confirms, as Stripe.js does: with the publishable key and the secret of the payment. */
const confirm = async ({ payment, secret }, order, { processor, publishableKey, signal }) => {
  const form = new URLSearchParams({
    client_secret: secret,
    return_url: 'https://shop.example/back',
    'payment_method_data[type]': order.method,
  });
  for (const [name, value] of Object.entries(detailsOf(order))) {
    form.set(`payment_method_data${name.replace(/^\w+/, '[$&]')}`, value);
  }
  if (order.method === 'sepa_debit') {
    form.set('mandate_data[customer_acceptance][type]', 'online');
    form.set('mandate_data[customer_acceptance][online][infer_from_client]', 'true');
  }
  const response = await fetch(`${processor}/v1/payment_intents/${payment}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: form,
    signal,
  });
  if (response.status >= 500) throw new Error(`the processor answered ${response.status}`);
  return response.json();
};

/** The customer pays on the shop's page, with a Payment Element. */
const payOnPage = async (order, shop) => {
  const { id, amount, currency } = order;
  const page = await ask('POST', '/pay', shop, { id, amount, currency });
  if (page.outcome !== 'action') return page;
  const { payment } = page;
  const { status, error } = await confirm(page, order, shop);
  // Declined: the page says so, and the shop hears nothing.
  if (error?.type === 'card_error') return { outcome: 'failed', payment, message: error.message };
  return status === 'requires_action'
    ? { outcome: 'action', payment }
    : ask('POST', '/come-back', shop, { id, payment });
};

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

// Each shop has its tables in a schema of its own, as several may use one database.
const database = process.env.TORTURE_DATABASE ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** For a shop on PostgreSQL, without refunds. */
export const shopOnPostgres = (schema) => ({
  ...shop,
  shop: {
    ...shop.shop,
    env: { ...shop.shop.env, DATABASE: '{database}', SCHEMA: schema },
    database,
    reset: () => emptySchema(database, schema),
  },
});

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

/** For a shop whose page takes bank payments too. */
export const shopWithPage = {
  ...shop,
  pay: payOnPage,
  plan: { methods: ['bancontact', 'bizum', 'ideal', 'sepa_debit'] },
};
