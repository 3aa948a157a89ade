import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Stripe } from 'stripe';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { accessibilityProblems } from '../support/browser/accessibility-problems.js';
import { browserOfRun } from '../support/browser/browser-of-run.js';
import { fencedBlocks } from '../support/documents/fenced-blocks.js';
import {
  canWalk,
  expectShown,
  runWalkThrough,
  walkThroughSteps,
} from '../support/documents/walk-through.js';
import { callAt } from '../support/http/call.js';
import { at, textAt } from '../support/json/at.js';
import { runProgram } from '../support/programs/run-program.js';
import { eventually } from '../support/time/until.js';
import { examplesOfRun } from './examples-of-run.js';
import { packageOfRun } from './installed-package.js';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = Number(at(server.address(), 'port'));
  server.close();
  await once(server, 'close');
  return port;
};

const staff = { authorization: 'Bearer replace-this-key' };

const hasPrograms = await canWalk();

describe('the example shop', () => {
  let stripe: FakeServer;
  let folder: string;
  let data: string;
  let address: string;
  let shop: ChildProcess;

  const { PATH } = process.env;

  const start = async () => {
    shop = spawn(process.execPath, ['--env-file=example.env', 'dist/server.js'], {
      cwd: folder,
      env: {
        PATH,
        PORT: new URL(address).port,
        DATA_FOLDER: join(data, 'shop'),
        STRIPE_BASE_URL: stripe.url,
        STRIPE_SECRET_KEY: stripe.apiKey,
        STRIPE_PUBLISHABLE_KEY: stripe.apiKey.replace('sk_', 'pk_'),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await eventually(() => fetch(address));
  };

  before(async () => {
    address = `http://127.0.0.1:${await freePort()}`;
    folder = join(await examplesOfRun(), 'shop');
    data = await mkdtemp(join(tmpdir(), 'pasarela-shop-'));
    stripe = await startFakeServer({
      webhook: { url: `${address}/webhooks`, secret: 'whsec_example' },
      methods: ['card', 'sepa_debit'],
    });
    await start();
  });

  after(async () => {
    const ended = once(shop, 'exit');
    shop.kill();
    await ended;
    await stripe.close();
    await rm(data, { recursive: true });
  });

  const call: ReturnType<typeof callAt> = (...request) => callAt(address)(...request);

  const orderOf = async (id: string): Promise<unknown> => {
    const { body } = await call('GET', '/orders', { headers: staff });
    if (!Array.isArray(body)) throw new TypeError('the shop lists no orders');
    return body.find((order) => at(order, 'id') === id);
  };

  const becomes = (id: string, wanted: Readonly<Record<string, unknown>>) =>
    eventually(async () => expect(await orderOf(id)).to.include(wanted));

  /** Orders two teas for 9 euros. Returns the id of the order. */
  const place = async (fields: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const body = { id: randomUUID(), email: 'eva@example.com', tea: 2, ...fields };
    const { status, headers } = await call('POST', '/orders', { body });
    expect([status, headers.get('location')]).to.deep.equal([303, `/orders/${body.id}`]);
    return body.id;
  };

  const askForSecret = async (id: string) => (await call('POST', `/orders/${id}/pay`)).body;

  const paidWith = (id: string, payment_method: string) => {
    const { hostname: host, port } = new URL(stripe.url);
    const sdk = new Stripe(stripe.apiKey, { protocol: 'http', host, port });
    return sdk.paymentIntents.confirm(id, { payment_method, return_url: address });
  };

  if (hasPrograms) {
    it('answers the commands of its README as shown', async () => {
      const readme = await readFile(join(folder, 'README.md'), 'utf8');
      const steps = walkThroughSteps(fencedBlocks(readme));
      const answers = await runWalkThrough(steps, address, folder);
      expect(steps).to.have.length(3);
      for (const [index, { shown }] of steps.entries()) {
        if (shown !== undefined) expectShown(shown, answers[index] ?? '');
      }
    });
  }

  describe('in a browser', () => {
    let page: Page;

    const open = async (locale: string) => {
      const viewport = { width: 390, height: 800 };
      page = await (await browserOfRun()).newPage({ locale, viewport });
      await page.goto(address);
    };
    afterEach(() => page.close());

    /** Fills in the first page, and returns the id of the order. */
    const placeOnPage = async (): Promise<string> => {
      await page.getByLabel('Coffee').fill('2');
      await page.getByLabel('E-mail').fill('ana@example.com');
      await page.getByRole('button', { name: 'Order' }).click();
      await page.waitForURL('**/orders/*');
      return new URL(page.url()).pathname.replace('/orders/', '');
    };

    const fields = () => page.frameLocator('iframe[title="Secure payment input frame"]');

    const payWith = async (number: string) => {
      // With one method there are no tabs.
      await fields().locator('#card-tab').click();
      await fields().getByLabel('Card number').fill(number);
      await fields().getByLabel('Expiration date').fill('12 / 40');
      await fields().getByLabel('Security code').fill('123');
      await fields().getByLabel('Country').selectOption('ES');
      await page.getByRole('button', { name: 'Pay' }).click();
    };

    const told = (text: string) => page.getByRole('status').getByText(text).waitFor();

    it('takes an order of a guest, who passes 3D Secure after a declined card', async () => {
      await open('en-US');
      const id = await placeOnPage();
      await page.getByText('€18.48').waitFor();
      await payWith('4000000000000002');
      await told('Your card was declined.');
      await payWith('4000002760003184');
      const bank = page.frameLocator('iframe[title="3D Secure"]').frameLocator('#challengeFrame');
      await bank.getByRole('button', { name: 'Complete' }).click();
      await told('Your order is paid, and on its way.');
      expect(await accessibilityProblems(page, 'serious')).to.deep.equal([]);
      expect(await orderOf(id)).to.include({ state: 'paid', shipments: 1, customer: null });
    });

    it('waits for the bank, and says when the money does not come', async () => {
      await open('en-US');
      const id = await placeOnPage();
      await fields().locator('#sepa_debit-tab').click();
      await fields().getByLabel('IBAN').fill('DE62370400440532013001');
      await fields().getByLabel('Full name').fill('Ana Gil');
      await fields().getByLabel('Email').fill('ana@example.com');
      await page.getByRole('button', { name: 'Pay' }).click();
      await told('Your bank is still working on your payment.');
      expect(await orderOf(id)).to.include({ shipments: 0 });
      stripe.processor.controls.clock.advance(600);
      await becomes(id, { state: 'lost', shipments: 0 });
      await page.reload();
      await told('Your payment did not arrive, and nothing was sent.');
    });

    it('speaks Spanish to a Spanish browser', async () => {
      await open('es-ES');
      await page.getByLabel('Correo electrónico').fill('ana@example.com');
      await page.getByText('4,50').waitFor();
      expect(await accessibilityProblems(page, 'serious')).to.deep.equal([]);
      await page.getByRole('button', { name: 'Pedir' }).click();
      await page.getByRole('button', { name: 'Pagar' }).waitFor();
      await fields().getByLabel('Número de tarjeta').waitFor();
    });
  });

  it('has one payment for an order, whatever is pressed, and ships it once', async () => {
    const id = await place();
    const [one, other] = await Promise.all([askForSecret(id), askForSecret(id)]);
    expect(one).to.deep.equal(other);
    await paidWith(textAt(one, 'payment'), 'pm_card_visa');
    await becomes(id, { state: 'paid', shipments: 1, total: 900 });
    expect(await askForSecret(id)).to.deep.equal({ state: 'paid' });
    const { text } = await call('GET', `/orders/${id}`);
    expect(text).to.include('Your order is paid');
  });

  it('makes a customer of whoever gives name and telephone, and stores it with the order', async () => {
    const id = await place({ name: 'Eva Gil', phone: '+34600000000' });
    const payment = textAt(await askForSecret(id), 'payment');
    const intents = stripe.processor.controls
      .events({ type: 'payment_intent.created' })
      .data.map((event) => event.data.object);
    const customer = at(
      intents.find((intent) => at(intent, 'id') === payment),
      'customer',
    );
    expect(customer).to.match(/^cus_/);
    expect(await orderOf(id)).to.include({ customer, payment });
  });

  it('ships nothing for a payment that is not the one of the order', async () => {
    const id = await place();
    await askForSecret(id);
    const { hostname: host, port } = new URL(stripe.url);
    const sdk = new Stripe(stripe.apiKey, { protocol: 'http', host, port });
    await sdk.paymentIntents.create({
      amount: 900,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      payment_method_types: ['card'],
      confirm: true,
      metadata: { order: id },
    });
    const later = await place();
    await paidWith(textAt(await askForSecret(later), 'payment'), 'pm_card_visa');
    await becomes(later, { state: 'paid' });
    expect(await orderOf(id)).to.include({ state: 'open', shipments: 0 });
  });

  it('gives money back to the staff alone, once for each attempt', async () => {
    const id = await place();
    const refund = (headers: Readonly<Record<string, string>>, amount?: number | 'all') =>
      call('POST', `/orders/${id}/refunds`, { body: { amount }, headers });
    const key = { ...staff, 'idempotency-key': 'refund-1' };
    expect((await refund(key)).status).to.equal(409);
    await paidWith(textAt(await askForSecret(id), 'payment'), 'pm_card_visa');
    await becomes(id, { state: 'paid' });
    expect((await refund({ 'idempotency-key': 'refund-1' })).status).to.equal(401);
    expect((await refund(staff, 1)).status).to.equal(400);
    const twice = [await refund(key, 400), await refund(key, 400)];
    expect(twice.map(({ body }) => body)).to.deep.equal([
      { status: 'succeeded' },
      { status: 'succeeded' },
    ]);
    await becomes(id, { refunded: 400 });
    await refund({ ...staff, 'idempotency-key': 'refund-2' }, 'all');
    await becomes(id, { refunded: 900, state: 'paid' });
    expect((await refund({ ...staff, 'idempotency-key': 'refund-3' }, 1)).status).to.equal(400);
  });

  for (const [what, fields] of [
    ['an id that can be guessed', { id: '42' }],
    ['no e-mail address', { email: '' }],
    ['an endless e-mail address', { email: `${'e'.repeat(300)}@example.com` }],
    ['an endless name', { name: 'Eva'.repeat(100) }],
    ['half a tea', { tea: 0.5 }],
    ['nothing', { tea: 0 }],
  ] as const) {
    it(`refuses an order with ${what}`, async () => {
      const body = { id: randomUUID(), email: 'eva@example.com', tea: 1, ...fields };
      expect((await call('POST', '/orders', { body })).status).to.equal(400);
    });
  }

  it('knows its own orders only, and reads no broken JSON', async () => {
    expect((await call('GET', `/orders/${randomUUID()}`)).status).to.equal(404);
    expect((await call('POST', '/orders', { raw: '{' })).status).to.equal(400);
    expect((await call('GET', '/orders')).status).to.equal(401);
  });

  it('may be shown in no frame, and keeps its orders from other people of the machine', async () => {
    const { headers } = await call('GET', '/');
    expect(headers.get('content-security-policy')).to.equal("frame-ancestors 'none'");
    expect((await stat(join(data, 'shop'))).mode & 0o077).to.equal(0);
  });

  it('does not start for an account with the secrets of example.env, which everybody knows', async () => {
    const { code, stderr } = await runProgram(
      process.execPath,
      ['--env-file=example.env', 'dist/server.js'],
      { cwd: folder, env: { PATH, DATA_FOLDER: join(data, 'live'), STRIPE_BASE_URL: '' } },
    );
    expect(code).not.to.equal(0);
    expect(stderr).to.include('Replace the value of STAFF_KEY');
  });

  it('survives the torture test', async () => {
    const { directory } = await packageOfRun();
    const cli = join(directory, 'node_modules', 'pasarela', 'dist', 'cli.js');
    const report = join(data, 'report');
    const { code, stdout, stderr } = await runProgram(
      process.execPath,
      [
        cli,
        'torture',
        'torture.config.mjs',
        '--no-single',
        '--orders',
        '20',
        '--seed',
        '8',
        '--report',
        report,
      ],
      { cwd: folder, env: { PATH } },
    );
    expect(code, stdout + stderr).to.equal(0);
    expect(stdout).to.include('No rule is broken in 20 orders.');
  });
});
