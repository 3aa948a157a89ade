import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startFakeServer } from '../build/src/fake-server.js';
import { startBrowser } from '../build/test/support/browser/browser.js';
import { runProgram } from '../build/test/support/programs/run-program.js';
import { bundleStripeJs } from './bundle-stripe-js.mjs';
import { sampleSession } from './sample-session.mjs';

// Makes the pictures of the documents in docs/images, but for those of the console: the report of a torture test, and the
// Payment Element beside the page of Checkout. Needs a build.

const shot = (name) => ({ path: `docs/images/${name}.png` });

const tortureReport = async (browser) => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-report-'));
  const shop = 'examples/torture/order-after-answer';
  const args = ['--replay', `${shop}/smallest.json`, '--report', folder];
  await runProgram(process.execPath, [
    resolve('dist/cli.js'),
    'torture',
    `${shop}/torture.config.mjs`,
    ...args,
  ]);
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 900, height: 760 } });
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  await page.screenshot(shot('torture-report'));
  rmSync(folder, { recursive: true });
};

const elementPage = (server, secret) => `<!doctype html><meta charset="utf-8"><title>Pay</title>
<script src="${server.url}/v3/"></script>
<body style="font: 16px system-ui; margin: 2rem; width: 26rem"><h1>One book, 19.99 €</h1>
<div id="payment"></div><p><button style="font: inherit; padding: .5rem 2rem">Pay</button></p>
<script>
  const stripe = Stripe('${server.apiKey.replace('sk_', 'pk_')}');
  stripe.elements({ clientSecret: '${secret}' }).create('payment').mount('#payment');
</script>`;

const pages = async (browser) => {
  const server = await startFakeServer({ methods: ['card', 'ideal', 'sepa_debit', 'bizum'] });
  const ask = async (path, form) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.apiKey}` },
      body: new URLSearchParams(form),
    });
    return response.json();
  };
  const { client_secret } = await ask('/v1/payment_intents', { amount: 1999, currency: 'eur' });
  const shop = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'text/html').end(elementPage(server, client_secret));
  });
  await new Promise((listening) => {
    shop.listen(0, '127.0.0.1', listening);
  });
  try {
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 480, height: 620 } });
    await page.goto(`http://127.0.0.1:${shop.address().port}`);
    const fields = page.frameLocator('iframe[title="Secure payment input frame"]');
    await fields.getByLabel('Card number').fill('4242424242424242');
    await page.screenshot(shot('payment-element'));
    const session = await ask('/v1/checkout/sessions', sampleSession);
    await page.goto(session.url);
    await page.screenshot(shot('checkout'));
  } finally {
    shop.closeAllConnections();
    shop.close();
    await server.close();
  }
};

bundleStripeJs('build/src/simulator/pages');
const { browser, close } = await startBrowser();
try {
  await tortureReport(browser);
  await pages(browser);
} finally {
  await close();
}
