import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import Database from 'libsql';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import type * as library from '../../src/index.js';
import type * as sqlite from '../../src/sqlite.js';
import { fencedBlocks } from '../support/documents/fenced-blocks.js';
import {
  canWalk,
  expectShown,
  runWalkThrough,
  walkThroughSteps,
} from '../support/documents/walk-through.js';
import { callAt } from '../support/http/call.js';
import { signatureOf } from '../support/http/signature-of.js';
import { at, textAt } from '../support/json/at.js';
import { eventually } from '../support/time/until.js';
import { type ExampleServer, startExampleServer } from './example-server.js';

const secret = 'whsec_example';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = Number(at(server.address(), 'port'));
  server.close();
  await once(server, 'close');
  return port;
};

const hasPrograms = await canWalk();

describe('the example shop', () => {
  let stripe: FakeServer;
  let shop: ExampleServer;
  let data: string;

  before(async () => {
    const port = await freePort();
    data = await mkdtemp(join(tmpdir(), 'pasarela-shop-'));
    stripe = await startFakeServer({
      webhook: { url: `http://127.0.0.1:${port}/webhooks`, secret },
    });
    shop = await startExampleServer(
      'shop',
      { main: 'dist/server.js', stopping: 'dist/server.js' },
      {
        PORT: String(port),
        DATA_FOLDER: data,
        STRIPE_BASE_URL: stripe.url,
        STRIPE_SECRET_KEY: stripe.apiKey,
      },
    );
  });

  after(async () => {
    await shop.stop();
    await stripe.close();
    await rm(data, { recursive: true });
  });

  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    callAt(shop.address)('POST', path, { body, headers });

  const placeOrder = async (): Promise<string> => {
    const ada = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
    return textAt((await post('/orders', { ...ada, items: { tea: 2 }, total: 1 })).body, 'id');
  };

  const pay = (order: string, attempt: string, card = 'pm_card_visa') =>
    post(`/orders/${order}/pay`, { payment_method: card }, { 'idempotency-key': attempt });

  const stateOf = async (order: string) =>
    (await callAt(shop.address)('GET', `/orders/${order}`)).body;

  const becomesPaid = (order: string) =>
    eventually(async () => expect(await stateOf(order)).to.include({ state: 'paid' }));

  /** The intents of an order in the events of a type. */
  const intentsIn = (type: string, order: string): ReadonlyArray<unknown> =>
    stripe.processor.controls
      .events({ limit: 100, type })
      .data.map((event) => at(event, 'data.object'))
      .filter((intent) => at(intent, 'metadata.order') === order);

  const shipmentsOf = (order: string): unknown => {
    const database = new Database(join(data, 'shop.db'));
    const sql = 'SELECT count(*) FROM shipments WHERE order_id = ?';
    const [count] = Object.values(Object(database.prepare(sql).get(order)));
    database.close();
    return count;
  };

  /** Sends the event that an intent has succeeded, and returns how the shop has handled it. */
  const hear = async (id: string, intent: object) => {
    const body = JSON.stringify({
      id,
      object: 'event',
      type: 'payment_intent.succeeded',
      created: 1,
      livemode: false,
      data: { object: intent },
    });
    const signature = signatureOf(body, secret, Math.floor(Date.now() / 1000));
    const { status } = await callAt(shop.address)('POST', '/webhooks', {
      raw: body,
      headers: { 'stripe-signature': signature },
    });
    expect(status).to.equal(200);
    // Of the package that the shop uses: two copies of SQLite in one process break each other's locks.
    const installed = createRequire(join(shop.folder, '..', '..', 'index.js'));
    const { openSqliteStores }: typeof sqlite = installed('pasarela/sqlite');
    const { createPayments }: typeof library = installed('pasarela');
    const stores = await openSqliteStores({ path: join(data, 'payments.db') });
    const payments = createPayments({
      processor: stripe.processor,
      stores: { eventStore: stores.eventStore },
    });
    try {
      await eventually(async () =>
        expect((await payments.getEvent({ event: id })).tries).to.have.length(1),
      );
      return await payments.getEvent({ event: id });
    } finally {
      await stores.close();
    }
  };

  if (hasPrograms) {
    it('answers the commands of its README as shown', async () => {
      const readme = await readFile(join(shop.folder, 'README.md'), 'utf8');
      const steps = walkThroughSteps(fencedBlocks(readme));
      const answers = await runWalkThrough(steps, shop.address, shop.folder);
      for (const [index, { shown }] of steps.entries()) {
        if (shown !== undefined) expectShown(shown, answers[index] ?? '');
      }
      expect(steps).to.have.length(4);
    });
  }

  it('charges and ships an order once, for its own total, whatever is pressed', async () => {
    const order = await placeOrder();
    const presses = [pay(order, '1'), pay(order, '1'), pay(order, '2', 'pm_card_mastercard')];
    const statuses = (await Promise.all(presses)).map(({ body }) => at(body, 'status'));
    expect(statuses).to.deep.equal(['succeeded', 'succeeded', 'succeeded']);
    await becomesPaid(order);
    expect((await pay(order, '3')).body).to.deep.equal({ status: 'succeeded' });
    const intents = intentsIn('payment_intent.succeeded', order);
    expect(intents.map((intent) => at(intent, 'amount_received'))).to.deep.equal([900]);
    expect(shipmentsOf(order)).to.equal(1);
  });

  it('ships once when the event comes again under another id', async () => {
    const order = await placeOrder();
    await pay(order, '1');
    await becomesPaid(order);
    const [intent] = intentsIn('payment_intent.succeeded', order);
    expect(await hear(`evt_${order}`, Object(intent))).to.have.property('state', 'handled');
    expect(shipmentsOf(order)).to.equal(1);
  });

  for (const [what, change] of [
    ['less money', { amount_received: 1 }],
    ['another currency', { currency: 'usd' }],
    ['another intent', { id: 'pi_other' }],
  ] as const) {
    it(`does not ship for ${what}`, async () => {
      const order = await placeOrder();
      await pay(order, '1', 'pm_card_visa_chargeDeclined');
      const [declined] = intentsIn('payment_intent.payment_failed', order);
      const received = { status: 'succeeded', amount_received: 900, ...change };
      const stored = await hear(`evt_${order}`, { ...Object(declined), ...received });
      expect(stored).to.have.property('state', 'pending');
      expect(JSON.stringify(stored.tries)).to.include('does not match');
      expect(await stateOf(order)).to.deep.equal({ state: 'open', total: 900 });
    });
  }

  it('waits for 3D Secure, and takes another card instead', async () => {
    const [guarded, changed] = [await placeOrder(), await placeOrder()];
    for (const order of [guarded, changed]) {
      const { body } = await pay(order, '1', 'pm_card_authenticationRequired');
      expect(body).to.include({ status: 'requires_action' });
    }
    expect((await pay(changed, '2')).body).to.include({ status: 'succeeded' });
    await becomesPaid(changed);
    expect(await stateOf(guarded)).to.include({ state: 'open' });
    const [waiting] = intentsIn('payment_intent.requires_action', guarded);
    stripe.processor.controls.completeChallenge(textAt(waiting, 'id'));
    await becomesPaid(guarded);
  });
});
