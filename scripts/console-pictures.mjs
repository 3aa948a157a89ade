import { createServer } from 'node:http';
import { startFakeServer } from '../build/src/fake-server.js';
import { startBrowser } from '../build/test/support/browser/browser.js';
import { bundleConsole } from './bundle-console.mjs';
import { sampleSession } from './sample-session.mjs';

// Makes the picture of the console in docs/images, from the console itself.

const keyOf = (account) => ['sk', 'test', account].join('_');

const shop = createServer((request, response) => {
  request.resume();
  response.end();
});

const listening = () =>
  new Promise((resolve) => {
    shop.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${shop.address().port}/webhooks`));
  });

const ask = async (server, path, form, account = 'shop') => {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keyOf(account)}` },
    body: new URLSearchParams(form),
  });
  return response.json();
};

const fill = async (server) => {
  await ask(server, '/v1/customers', { name: 'Eva' }, 'old_shop');
  const ada = await ask(server, '/v1/customers', { name: 'Ada', email: 'ada@example.com' });
  const pay = (amount, description, method, more = {}) =>
    ask(server, '/v1/payment_intents', {
      amount,
      currency: 'eur',
      description,
      ...(method === ''
        ? {}
        : {
            payment_method: `pm_card_${method}`,
            confirm: true,
            return_url: 'https://shop.example/back',
          }),
      ...more,
    });
  const bob = { receipt_email: 'bob@example.com' };
  const first = await pay(4590, 'Order 1042', 'visa', { customer: ada.id });
  await ask(server, '/v1/refunds', { payment_intent: first.id, amount: 1000 });
  await pay(1250, 'Order 1043', 'chargeDeclined', bob);
  await pay(120_000, 'Order 1044', 'createDispute', { customer: ada.id });
  await pay(7800, 'Order 1045', 'visa', { capture_method: 'manual', ...bob });
  await pay(5000, 'Order 1046', '', { currency: 'jpy' });
  await ask(server, '/v1/checkout/sessions', sampleSession);
  return pay(4448, 'Order 1047', 'threeDSecure2Required', { customer: ada.id });
};

bundleConsole('build/src/simulator/console');
const server = await startFakeServer({ webhook: { url: await listening() } });
const { browser, close } = await startBrowser();
try {
  const waiting = await fill(server);
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 760 } });
  await page.goto(`${server.url}/#payments/${waiting.id}`);
  const sent = page.locator('.detail .delivery', { hasText: '200' });
  await sent.nth(1).waitFor();
  await page.screenshot({ path: 'docs/images/console.png' });
} finally {
  await close();
  await server.close();
  shop.close();
}
