import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createPayments } from 'pasarela';
import { startFakeServer } from 'pasarela/fake-server';
import { createStripeProcessor } from 'pasarela/stripe';

const orders = new Map(); // your database
let shelf = 10; // the books that nobody has ordered
const price = { amount: '19.99', cents: 1999, currency: 'eur' };

const html = (body, head = '') => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Books</title>${head}
<body style="font: 16px system-ui; max-width: 26rem; margin: 2rem auto">${body}</body></html>`;

const takeBook = () => shelf > 0 && (shelf -= 1) >= 0;

const newOrder = () => {
  if (!takeBook()) throw new Error('sold out');
  const id = randomUUID(); // Whoever knows it may see the order.
  orders.set(id, { state: 'open' });
  return id;
};

const element = (order, clientSecret) => `<h1>One book, ${price.amount} €</h1>
<form><div id="payment"></div><p><button>Pay</button></p><p role="status"></p></form>
<script src="${stripe.url}/v3/"></script>
<script>
  const stripe = Stripe('${stripe.apiKey.replace('sk_', 'pk_')}');
  const elements = stripe.elements({ clientSecret: '${clientSecret}' });
  elements.create('payment').mount('#payment');
  document.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    // The browser leaves the page here. Only what the customer can correct comes back.
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: '${address}/thanks?order=${order}' },
    });
    document.querySelector('[role=status]').textContent = error.message;
  });
</script>`;

const texts = {
  open: 'We have your order. It goes out when your payment has arrived.',
  paid: 'Your order is paid, and on its way.',
  lost: 'Your payment did not arrive, and nothing was sent.',
  refunding: 'Your payment came too late: you will get your money back.',
  refunded: 'Your payment came too late: the book is sold, and you get your money back.',
  unknown: 'There is no such order.',
};

const routes = {
  'GET /': () => ({
    body: html(`<p><a href="/element">Pay here</a></p>
      <form method="post" action="/checkout"><button>Pay with Checkout</button></form>`),
  }),

  // The Payment Element: the customer pays on your page.
  'GET /element': async () => {
    const order = newOrder();
    const { client_secret } = await payments
      .withIdempotencyKey(`order-${order}`)
      .createPaymentIntent({
        amount: price.amount,
        payment_methods: 'automatic', // what your account has enabled
        metadata: { order },
      });
    return { body: html(element(order, client_secret)) };
  },

  // Checkout: the customer pays on a page of Stripe.
  'POST /checkout': async () => {
    const order = newOrder();
    const { url } = await payments.withIdempotencyKey(`order-${order}`).createCheckoutSession({
      line_items: [{ name: 'A book', amount: price.amount }],
      payment_methods: 'automatic',
      success_url: `${address}/thanks?order=${order}`,
      cancel_url: `${address}/`,
      metadata: { order }, // on the payment too
    });
    return { location: url };
  },

  // The return page only reads. It looks again until the order is decided.
  'GET /thanks': (request, query) => {
    const { state } = orders.get(query.get('order')) ?? { state: 'unknown' };
    const again = ['open', 'refunding'].includes(state)
      ? '<meta http-equiv="refresh" content="1">'
      : '';
    return { body: html(`<p role="status">${texts[state]}</p>`, again) };
  },

  'POST /webhooks': async (request) => {
    await payments.receiveWebhook({ payload: await buffer(request), headers: request.headers });
    return { body: '' };
  },
};

const shop = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://shop');
  const route = routes[`${request.method} ${pathname}`];
  try {
    const { body = '', location } = route ? await route(request, searchParams) : { body: '' };
    response.setHeader('content-type', 'text/html');
    response.writeHead(location ? 303 : route ? 200 : 404, location ? { location } : {}).end(body);
  } catch (error) {
    console.error(error.message); // Stripe sends a webhook again that is not answered with 2xx.
    response.writeHead(500).end();
  }
});
await new Promise((resolve) => shop.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${shop.address().port}`;

// In production: your account, the signing secret of your webhook endpoint, and stores that last.
const stripe = await startFakeServer({
  methods: ['card', 'sepa_debit'],
  webhook: { url: `${address}/webhooks` },
});
const payments = createPayments({
  processor: createStripeProcessor({
    secretKey: stripe.apiKey,
    baseUrl: stripe.url,
    cards: 'payment_methods',
  }),
  webhookSecrets: [stripe.webhookSecret],
});

const ship = async ({ data: { object } }) => {
  const { id, amount_received, currency, latest_charge, metadata } = object.payment_intent;
  const order = orders.get(metadata.order);
  if (order === undefined) return; // of another program
  if (amount_received !== price.cents || currency !== price.currency) {
    throw new Error(`${id} is not the payment that the order asked for`); // tried again, then dead
  }
  // Paid after all (object.lost_before): its book is back on the shelf, or sold to somebody else.
  if (order.state === 'lost') order.state = takeBook() ? 'open' : 'refunding';
  if (order.state === 'open') order.state = 'paid'; // and ship, in the same transaction
  if (order.state === 'refunding') {
    await payments.withIdempotencyKey(`refund-${id}`).refundCharge({ charge: latest_charge });
    order.state = 'refunded';
  }
};
const release = async ({ data: { object } }) => {
  const order = orders.get((object.payment_intent ?? object.session).metadata.order);
  if (order?.state !== 'open') return;
  order.state = 'lost';
  shelf += 1;
};
payments.on('paid', ship, { name: 'ship' });
payments.on('payment_lost', release, { name: 'release' });
payments.start();
console.log(address);
