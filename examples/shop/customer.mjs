import { setTimeout } from 'node:timers/promises';
import { call, idOf, placeOrder } from './shop-client.mjs';

/** How the customers of this shop pay, besides cards. */
export const methods = ['sepa_debit'];

/** The browser confirms, as Stripe.js does: with the publishable key and the secret of the payment. */
const confirm = async (
  { payment, client_secret },
  order,
  { processor, publishableKey, signal },
) => {
  const { method, card, iban, email } = order;
  const details = {
    card: { 'card[number]': card.number, 'card[exp_month]': 12, 'card[exp_year]': 34 },
    sepa_debit: {
      'sepa_debit[iban]': iban,
      'billing_details[name]': 'Ana Gil',
      'billing_details[email]': email,
    },
  }[method];
  const form = new URLSearchParams({
    client_secret,
    return_url: 'https://shop.example/back',
    'payment_method_data[type]': method,
  });
  for (const [name, value] of Object.entries(details)) {
    form.set(`payment_method_data${name.replace(/^\w+/, '[$&]')}`, value);
  }
  if (method === 'sepa_debit') {
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

/** What the page of the order says to the customer, who waits for a while: it looks again by itself. */
export const comeBack = async ({ order, payment }, shop) => {
  for (let looks = 1; ; looks += 1) {
    const { text } = await call(shop, 'GET', `/orders/${idOf(order.id)}`);
    if (text.includes('is paid')) return { outcome: 'paid' };
    // With the form to pay, the page says that the order is not paid yet.
    if (text.includes('<form')) return { outcome: 'failed', payment };
    if (looks === 5 || !text.includes('being confirmed')) return { outcome: 'pending', payment };
    await setTimeout(200);
  }
};

export const pay = async (order, shop) => {
  await placeOrder(order, shop);
  const { text } = await call(shop, 'POST', `/orders/${idOf(order.id)}/pay`);
  const page = JSON.parse(text);
  const { payment } = page;
  if (page.client_secret === undefined) return comeBack({ order }, shop);
  const { status, error } = await confirm(page, order, shop);
  if (error?.type === 'card_error') return { outcome: 'failed', payment, message: error.message };
  return status === 'requires_action'
    ? { outcome: 'action', payment }
    : comeBack({ order, payment }, shop);
};
