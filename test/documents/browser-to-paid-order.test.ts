import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserOfRun } from '../support/browser/browser-of-run.js';
import { until } from '../support/time/until.js';
import { fromSources } from './from-sources.js';
import { pages } from './pages.js';

const textOf = (file: string): string => pages.find((page) => page.file === file)?.text ?? '';

const program = await readFile('examples/paid-order/shop.js', 'utf8');

const english = 'docs/browser-to-paid-order.md';
const spanish = 'docs/es/inicio-rapido.md';

describe('the shop of docs/browser-to-paid-order.md', () => {
  let directory: string;
  let child: ChildProcess;
  let address: string;
  let page: Page;

  before(async () => {
    // In the folder of the compiled tests, Node finds the dependencies.
    directory = await mkdtemp(join(dirname(fileURLToPath(import.meta.url)), 'shop-'));
    const file = join(directory, 'shop.mjs');
    await writeFile(file, fromSources(program));
    const shop = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    child = shop;
    [address = ''] = (await once(createInterface({ input: shop.stdout }), 'line')).map(String);
  });
  after(async () => {
    child.kill();
    await rm(directory, { recursive: true });
  });
  beforeEach(async () => {
    page = await (await browserOfRun()).newPage({
      locale: 'en-US',
      viewport: { width: 375, height: 800 },
    });
    await page.goto(address);
  });
  afterEach(() => page.close());

  const enterCard = async (number: string): Promise<void> => {
    const fields = page.frameLocator('iframe[title="Secure payment input frame"]');
    await fields.getByLabel('Card number').fill(number);
    await fields.getByLabel('Expiration date').fill('12 / 40');
    await fields.getByLabel('Security code').fill('123');
    await fields.getByLabel('Country').selectOption('ES');
    await page.getByRole('button', { name: 'Pay' }).click();
  };

  const told = (text: string): Promise<void> =>
    page.getByRole('status').getByText(text, { exact: true }).waitFor();

  const paid = 'Your order is paid, and on its way.';

  it('ships an order that is paid with 3D Secure on its own page', async () => {
    await page.getByRole('link', { name: 'Pay here' }).click();
    await enterCard('4000002760003184');
    const bank = page.frameLocator('iframe[title="3D Secure"]').frameLocator('#challengeFrame');
    await bank.getByRole('button', { name: 'Complete' }).click();
    await told(paid);
    expect(page.url()).to.include('redirect_status=succeeded');
  });

  it('ships nothing after a decline, until another card pays', async () => {
    await page.getByRole('link', { name: 'Pay here' }).click();
    await enterCard('4000000000000002');
    await told('Your card was declined.');
    await enterCard('4242424242424242');
    await told(paid);
  });

  it('ships an order that is paid on the page of Checkout', async () => {
    await page.getByRole('button', { name: 'Pay with Checkout' }).click();
    await page.getByLabel('Email').fill('eva@example.com');
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Expiry date').fill('12 / 34');
    await page.getByLabel('Security code').fill('123');
    await page.getByLabel('Name on the card').fill('Eva Gil');
    await page.getByRole('button', { name: 'Pay' }).click();
    await told(paid);
  });

  it('sends or refunds an order that is paid after it was lost', async () => {
    /** A new order on its own page, as the browser of the customer knows it. */
    const order = async () => {
      const text = await (await fetch(`${address}/element`)).text();
      const part = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
      return {
        stripe: part(/src="([^"]+)\/v3\/"/),
        key: part(/Stripe\('([^']+)'\)/),
        secret: part(/clientSecret: '([^']+)'/),
        thanks: part(/return_url: '([^']+)'/),
      };
    };
    type Order = Awaited<ReturnType<typeof order>>;
    const confirm = async ({ stripe, key, secret, thanks }: Order, how: object): Promise<void> => {
      const [intent] = secret.split('_secret_');
      const body = { client_secret: secret, return_url: thanks, ...how };
      const answer = await fetch(`${stripe}/v1/payment_intents/${intent}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: new URLSearchParams({ ...body }),
      });
      expect(answer.status, await answer.text()).to.equal(200);
    };
    const failLater = async (one: Order): Promise<void> => {
      await confirm(one, {
        'payment_method_data[type]': 'sepa_debit',
        'payment_method_data[sepa_debit][iban]': 'DE78370400440532013004',
        'payment_method_data[billing_details][name]': 'Eva Gil',
        'payment_method_data[billing_details][email]': 'eva@example.com',
        'mandate_data[customer_acceptance][type]': 'online',
        'mandate_data[customer_acceptance][online][infer_from_client]': 'true',
      });
      await fetch(`${one.stripe}/_processor/clock`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${one.key.replace('pk_', 'sk_')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ advance: 24 * 60 * 60 }),
      });
      await page.goto(one.thanks);
      await told('Your payment did not arrive, and nothing was sent.');
    };
    // The return page of a lost order does not look again.
    const toldIn = (one: Order, text: string): Promise<void> =>
      until(async () => {
        await page.goto(one.thanks);
        return (await page.getByRole('status').textContent()) === text;
      });
    const first = await order();
    await failLater(first);
    await confirm(first, { payment_method: 'pm_card_visa' });
    await toldIn(first, paid);

    const late = await order();
    await failLater(late);
    while ((await order()).secret !== '') continue;
    await confirm(late, { payment_method: 'pm_card_visa' });
    await toldIn(
      late,
      'Your payment came too late: the book is sold, and you get your money back.',
    );
  });

  it('believes no return page that was opened without a payment', async () => {
    await page.goto(`${address}/thanks?order=made-up&redirect_status=succeeded`);
    await told('There is no such order.');
  });

  it('is the program that the Spanish page leads to, with its parts', () => {
    const text = textOf(spanish);
    expect(text).to.include('(../browser-to-paid-order.md#a-shop-to-try)');
    const parts = [...text.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|/gm)]
      .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])
      .map(([, part = '']) => part);
    expect(parts).to.include.members(['GET /element', 'ship', 'release']);
    for (const part of parts) expect(program).to.include(part);
  });

  it('has the handlers that the page shows', () => {
    const shown = pages
      .find(({ file }) => file === english)
      ?.blocks.find(({ info, text }) => info === 'js' && text.includes('const ship'))?.text;
    expect(shown).to.include("payments.on('payment_lost', release");
    expect(program).to.include(shown);
  });
});
