import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { browserOfRun } from '../support/browser/browser-of-run.js';
import { useHttpServer } from '../support/http/use-http-server.js';
import { at, textAt } from '../support/json/at.js';
import { startTestService, type TestService } from '../support/service/start-service.js';
import { until } from '../support/time/until.js';
import { fromSources } from './from-sources.js';
import { pages } from './pages.js';

const blocksOf = (file: string): ReadonlyArray<{ readonly info: string; readonly text: string }> =>
  pages.find((page) => page.file === file)?.blocks ?? [];

const programOf = (file: string): string =>
  blocksOf(file).find(({ info, text }) => info === 'js' && text.includes('createClient'))?.text ??
  '';

const english = 'docs/browser-to-paid-order.md';
const spanish = 'docs/es/inicio-rapido.md';
const key = 'key-of-the-shop-1234';
const secret = Buffer.alloc(32, 7).toString('base64');

describe('the service of docs/browser-to-paid-order.md', () => {
  let directory: string;
  let stripe: FakeServer;
  let service: TestService;
  let page: Page;
  let form = '';
  const paid: Array<unknown> = [];

  const shop = useHttpServer((request, response) => {
    void (async () => {
      const body = await textOf(request);
      const { url = '', headers } = request;
      if (url === '/webhooks') {
        const answer = await fetch(new URL('/api/webhooks', service.address), {
          method: 'POST',
          headers: { 'stripe-signature': String(headers['stripe-signature']) },
          body,
        });
        response.writeHead(answer.status).end(await answer.text());
        return;
      }
      if (url === '/events') {
        const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
        const hmac = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed);
        expect(headers['webhook-signature']).to.equal(`v1,${hmac.digest('base64')}`);
        const event: unknown = JSON.parse(body);
        if (at(event, 'type') === 'paid') paid.push(event);
        response.writeHead(204).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'text/html' }).end(url === '/' ? form : 'thanks');
    })();
  });

  before(async () => {
    directory = await mkdtemp(join(dirname(fileURLToPath(import.meta.url)), 'service-'));
    stripe = await startFakeServer({ webhook: { url: `${shop()}/webhooks` } });
    const values: { readonly [name: string]: string } = {
      EVENT_FORWARD_URL: `${shop()}/events`,
      EVENT_FORWARD_SECRET: `${'whsec'}_${secret}`,
    };
    const settings = blocksOf(english).find(({ text }) => text.includes('FORWARD_OUTCOMES'))?.text;
    const onStripe = { STRIPE_SECRET_KEY: stripe.apiKey, STRIPE_BASE_URL: stripe.url };
    const env = {
      WEBHOOK_SECRET: stripe.webhookSecret,
      API_KEYS: `shop:${key}`,
      ...Object.fromEntries(
        (settings ?? '')
          .trim()
          .split('\n')
          .map((line) => {
            const [name = '', value = ''] = line.split('=');
            return [name, values[name] ?? value];
          }),
      ),
    };
    service = await startTestService(
      { env },
      { name: 'over Stripe', open: async () => ({ env: onStripe, close: async () => undefined }) },
    );
    page = await (await browserOfRun()).newPage({ locale: 'en-US' });
  });
  after(async () => {
    await page.close();
    await service.close();
    await stripe.close();
    await rm(directory, { recursive: true });
  });

  /** Runs the program of the page, and returns what its function answers for an order. */
  const run = async (name: string, order: string): Promise<string> => {
    const file = join(directory, `${name}.mjs`);
    await writeFile(
      file,
      fromSources(`${programOf(english)}\nconsole.log(await ${name}('${order}'));`),
    );
    const child = spawn(process.execPath, [file], {
      env: { ...process.env, PASARELA_URL: service.address, PASARELA_KEY: key },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = await Promise.all([textOf(child.stdout), once(child, 'close')]);
    return printed.trim();
  };

  const told = async (order: string): Promise<unknown> => {
    const ofOrder = (event: unknown): boolean =>
      at(event, 'data.object.payment_intent.metadata.order') === order;
    await until(() => paid.some(ofOrder));
    return paid.find(ofOrder);
  };

  it('forwards an order as paid that is paid on its own page', async () => {
    const clientSecret = await run('payOnPage', '6735');
    form = `<!doctype html><form><div id="payment"></div><button>Pay</button></form>
      <script src="${stripe.url}/v3/"></script><script>
        const stripe = Stripe('${stripe.apiKey.replace('sk_', 'pk_')}');
        const elements = stripe.elements({ clientSecret: '${clientSecret}' });
        elements.create('payment').mount('#payment');
        document.querySelector('form').addEventListener('submit', (event) => {
          event.preventDefault();
          stripe.confirmPayment({ elements, confirmParams: { return_url: '${shop()}/thanks' } });
        });
      </script>`;
    await page.goto(`${shop()}/`);
    const fields = page.frameLocator('iframe[title="Secure payment input frame"]');
    await fields.getByLabel('Card number').fill('4242424242424242');
    await fields.getByLabel('Expiration date').fill('12 / 40');
    await fields.getByLabel('Security code').fill('123');
    await fields.getByLabel('Country').selectOption('ES');
    await page.getByRole('button', { name: 'Pay' }).click();
    // The event may come first, and the redirect would abort the next page.
    await page.waitForURL(({ pathname }) => pathname === '/thanks');
    const event = await told('6735');
    expect(at(event, 'data.object.payment_intent')).to.include({ amount_received: 1999 });
    expect(textAt(event, 'id')).to.match(/^paid_pi_/);
  });

  it('forwards an order as paid that is paid on the page of Checkout', async () => {
    await page.goto(await run('payByCheckout', '6736'));
    await page.getByLabel('Email').fill('eva@example.com');
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Expiry date').fill('12 / 34');
    await page.getByLabel('Security code').fill('123');
    await page.getByLabel('Name on the card').fill('Eva Gil');
    await page.getByRole('button', { name: 'Pay' }).click();
    const event = await told('6736');
    expect(at(event, 'data.object.session')).to.include({ status: 'complete' });
  });

  it('is the program that the Spanish page leads to', () => {
    const text = pages.find(({ file }) => file === spanish)?.text;
    expect(text).to.include('(../browser-to-paid-order.md#with-the-service)');
  });
});
