import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import Koa from 'koa';
import type { PaymentsRouterOptions } from '../../../../src/adapters/inbound/http/payments-interface.js';
import { paymentsParts } from '../../../../src/application/facade/payments.js';
import { createFetchHandler } from '../../../../src/fetch.js';
import { createPayments, type PaymentsOptions } from '../../../../src/index.js';
import { createPaymentsRouter } from '../../../../src/koa.js';
import { createMemoryProcessor } from '../../../../src/memory.js';
import { createPaymentsListener } from '../../../../src/node.js';
import { callOf } from '../../../support/http/call.js';
import { useListening } from '../../../support/http/use-http-server.js';
import { at, textAt } from '../../../support/json/at.js';
import { journeys } from '../../../support/service/journeys.js';

type Answer = (request: Request) => Promise<Response>;

const paymentsWith = (options: Partial<PaymentsOptions> = {}) =>
  createPayments({ processor: createMemoryProcessor({ seed: 'mounted' }), ...options });

type Served = ReturnType<typeof paymentsWith>;

const onServer = (server: Server) => ({ address: useListening(server), answer: fetch });

/** Each binding, with the address at which it is reached. */
const bindings = {
  fetch: (payments: Served, options: PaymentsRouterOptions) => ({
    address: () => 'http://localhost:3000',
    answer: createFetchHandler(payments, options),
  }),
  node: (payments: Served, options: PaymentsRouterOptions) =>
    onServer(createServer(createPaymentsListener(payments, options))),
  koa: (payments: Served, options: PaymentsRouterOptions) => {
    const handle = new Koa().use(createPaymentsRouter(payments, options).routes()).callback();
    return onServer(createServer((request, response) => void handle(request, response)));
  },
};

const challenged = '4000002760003184';
const return_url = 'https://shop.example/orders/42';

/** Makes a payment that waits for its challenge. Returns its id and the URL of the page. */
const waitingPayment = async (address: string, answer: Answer) => {
  const call = callOf(address, answer);
  const given = journeys(call);
  const customer_id = await given.customer();
  const payment_method = await given.card(customer_id, challenged);
  const paymentId = await given.payment({ customer_id, payment_method });
  const body = { paymentId, return_url };
  const confirmed = await call('POST', '/api/payments/confirm', { body });
  const url = textAt(confirmed.body, 'data.next_action.redirect_to_url.url');
  return { call, paymentId, url };
};

for (const [name, bind] of Object.entries(bindings)) {
  describe(`the whole, mounted with pasarela/${name}`, () => {
    const payments = paymentsWith();
    const { address, answer } = bind(payments, { prefix: '/shop' });
    const ask: Answer = (request) => answer(new Request(request, { redirect: 'manual' }));
    const shop = () => `${address()}/shop`;
    const call = (method: string, path: string) => callOf(shop(), ask)(method, path);

    it('serves the health checks', async () => {
      for (const path of ['/health', '/ready']) {
        expect((await call('GET', path)).status).to.equal(200);
      }
      const { status, headers } = await call('POST', '/health');
      expect([status, headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
    });

    it('serves the reference with everything that its page loads', async () => {
      const page = await call('GET', '/doc');
      expect(page.status).to.equal(200);
      const assets = [...page.text.matchAll(/"doc\/(assets\/[^"]+)"/g)].map(([, path]) => path);
      expect(assets).to.have.length.greaterThan(3);
      for (const asset of assets) {
        const response = await ask(new Request(`${shop()}/doc/${asset}`));
        expect([response.status, response.headers.get('x-content-type-options')]).to.deep.equal([
          200,
          'nosniff',
        ]);
        const bytes = Buffer.from(await response.arrayBuffer());
        if (asset?.endsWith('.png')) expect(bytes.subarray(1, 4).toString()).to.equal('PNG');
      }
      const document = await call('GET', '/doc/openapi.json');
      expect(at(document.body, 'paths')).to.have.property('/api/payments');
      const slash = await call('GET', '/doc/');
      expect([slash.status, slash.headers.get('location')]).to.deep.equal([302, '../doc']);
      expect((await call('GET', '/doc/assets/1/x')).status).to.equal(404);
    });

    it('leads a customer to a page for 3D Secure that works', async () => {
      const { call: tell, paymentId, url } = await waitingPayment(shop(), ask);
      expect(url).to.equal(`${shop()}/_processor/challenges/${paymentId}`);
      const page = await ask(new Request(url));
      expect(await page.text()).to.include('Autorizar');
      const approved = await ask(
        new Request(url, { method: 'POST', body: new URLSearchParams({ outcome: 'approve' }) }),
      );
      expect(approved.status).to.equal(303);
      expect(approved.headers.get('location')).to.match(
        /^https:\/\/shop\.example\/orders\/42\?payment_intent=/,
      );
      const paid = await tell('POST', '/api/payments/confirm', { body: { paymentId } });
      expect(at(paid.body, 'data.status')).to.equal('succeeded');
    });

    it('leads a customer to a page of Checkout that takes their payment', async () => {
      const tell = callOf(shop(), ask);
      const created = await tell('POST', '/api/checkout-sessions', {
        body: {
          line_items: [{ name: 'Camiseta', amount: '10.00', quantity: 1 }],
          success_url: 'https://shop.example/thanks',
          payment_methods: ['card', 'bizum'],
        },
      });
      const id = textAt(created.body, 'data.id');
      const url = textAt(created.body, 'data.url');
      expect(url).to.equal(`${shop()}/_processor/checkout/${id}`);
      const page = await ask(new Request(url));
      expect(await page.text()).to.include('Pagar 10,00');
      const entries = { email: 'eva@example.com', method: 'bizum', bizum_phone: '+34600000009' };
      const submitted = await ask(
        new Request(url, { method: 'POST', body: new URLSearchParams(entries) }),
      );
      const back = new URL(submitted.headers.get('location') ?? '', url).href;
      const [, app = ''] = /<a href="([^"]+)" target="_blank"/.exec(
        await (await ask(new Request(back))).text(),
      ) ?? [''];
      await ask(
        new Request(app, { method: 'POST', body: new URLSearchParams({ outcome: 'approve' }) }),
      );
      const ended = await ask(new Request(back));
      expect(ended.headers.get('location')).to.equal('https://shop.example/thanks');
      const session = await tell('GET', `/api/checkout-sessions/${id}`);
      expect(at(session.body, 'data.payment_status')).to.equal('paid');
    });

    it('controls the processor', async () => {
      const { call: tell, paymentId } = await waitingPayment(shop(), ask);
      const body = { id: paymentId, outcome: 'refuse' };
      const refused = await tell('POST', '/_processor/challenge', { body });
      expect(at(refused.body, 'data.status')).to.equal('requires_payment_method');
    });
  });
}

describe('a mounted interface', () => {
  const local = 'http://localhost:3000';
  const handlerWith = (options: PaymentsRouterOptions, payments = paymentsWith()) =>
    callOf(local, createFetchHandler(payments, options));

  it('is not ready while the event store cannot be reached', async () => {
    const down = TE.left({ _tag: 'StoreUnavailable', cause: new Error('down') } as const);
    const payments = paymentsWith();
    const call = handlerWith(
      {},
      { ...payments, [paymentsParts]: { ...payments[paymentsParts], ready: down } },
    );
    expect((await call('GET', '/ready')).status).to.equal(503);
    expect((await call('GET', '/health')).status).to.equal(200);
  });

  it('serves only what is wanted', async () => {
    const call = handlerWith({ health: false, reference: 'off', processorPages: false });
    for (const path of [
      '/health',
      '/ready',
      '/doc',
      '/doc/openapi.json',
      '/_processor/challenges/pi_1',
      '/_processor/checkout/cs_1',
    ]) {
      expect([path, (await call('GET', path)).status]).to.deep.equal([path, 404]);
    }
    expect((await call('POST', '/_processor/reset', { body: {} })).status).to.equal(404);
    expect((await call('GET', '/api/customers')).status).to.equal(200);
  });

  it('has no pages of a processor that is not in memory', async () => {
    const { controls: _, ...processor } = createMemoryProcessor();
    const call = handlerWith({}, paymentsWith({ processor }));
    expect((await call('POST', '/_processor/reset', { body: {} })).status).to.equal(404);
  });

  it('wants a key for the reference and the controls where the API wants one', async () => {
    const key = ['key', 'of', 'the', 'shop'].join('-');
    const call = handlerWith({ apiKeys: [key] });
    const authorization = `Bearer ${key}`;
    for (const [method, path] of [
      ['GET', '/doc'],
      ['GET', '/doc/openapi.json'],
      ['POST', '/_processor/reset'],
    ] as const) {
      const sent = method === 'POST' ? { body: {} } : {};
      expect((await call(method, path, sent)).status).to.equal(401);
      expect((await call(method, path, { ...sent, headers: { authorization } })).status).to.equal(
        200,
      );
    }
    expect((await call('GET', '/health')).status).to.equal(200);
    const open = handlerWith({ apiKeys: [key], reference: 'open' });
    expect((await open('GET', '/doc')).status).to.equal(200);
  });

  it('does not leave the reference open that was meant to need a key', () => {
    for (const options of [{ reference: 'key' }, { reference: 'key', apiKeys: [] }] as const) {
      expect(() => handlerWith(options)).to.throw(TypeError, "reference: 'key' needs apiKeys");
    }
  });

  it('refuses pages of other sites, and public hosts, for its controls', async () => {
    const reset = (publicUrl: string | undefined, headers: Record<string, string>) =>
      handlerWith({ publicUrl })('POST', '/_processor/reset', { body: {}, headers });
    const staging = 'https://staging.shop.example';
    const statuses = await Promise.all([
      reset(undefined, { origin: 'https://evil.example' }),
      reset(undefined, { 'sec-fetch-site': 'cross-site' }),
      reset(undefined, { host: 'staging.shop.example' }),
      reset(staging, { host: 'staging.shop.example', origin: staging }),
      reset(undefined, {}),
    ]);
    expect(statuses.map(({ status }) => status)).to.deep.equal([403, 403, 403, 200, 200]);
  });

  it('forgets events with its processor, whose ids come again', async () => {
    const payments = paymentsWith();
    const { processor } = payments[paymentsParts];
    expect(processor).to.have.property('controls');
    const call = handlerWith({}, payments);
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'a.b',
      created: 1,
      livemode: false,
    } as const;
    await payments.keepEvent({ ...event, data: { object: {} } });
    await call('POST', '/_processor/reset', { body: {} });
    expect((await payments.listEvents()).data).to.deep.equal([]);
  });

  it('leads to the page at its public URL', async () => {
    const handler = createFetchHandler(paymentsWith(), {
      prefix: '/shop',
      publicUrl: 'https://staging.shop.example/',
    });
    const { paymentId, url } = await waitingPayment('http://localhost:3000/shop', handler);
    expect(url).to.equal(`https://staging.shop.example/shop/_processor/challenges/${paymentId}`);
  });

  it('believes no host of a caller but localhost', async () => {
    for (const host of ['https://evil.example', 'http://127.0.0.1.evil.example', 'http://[::2]']) {
      const handler = createFetchHandler(paymentsWith());
      const { url } = await waitingPayment(host, handler);
      expect(url).to.match(/^https:\/\/challenge\.pasarela\.invalid\//);
    }
    for (const host of ['https://shop.localhost:3443', 'http://[::1]:3000', 'http://127.0.0.1']) {
      const handler = createFetchHandler(paymentsWith());
      const { url } = await waitingPayment(host, handler);
      expect(url.startsWith(`${host}/_processor/`)).to.equal(true);
    }
    // Readers of URLs disagree about the host of some of these.
    for (const host of ['a b', 'localhost\\@evil.example', 'a:b@localhost', 'localhost/evil']) {
      const handler = createFetchHandler(paymentsWith());
      await handler(new Request('http://localhost:3000/api/customers', { headers: { host } }));
      const { url } = await waitingPayment('http://evil.example', handler);
      expect(url).to.match(/^https:\/\/challenge\.pasarela\.invalid\//);
    }
  });

  it('refuses a public URL that is none', () => {
    for (const publicUrl of [
      '/shop',
      'shop.example',
      'ftp://shop.example',
      'https://x.example?y',
      'https://ana:secret@x.example',
      'https://x.example\\@y.example',
    ]) {
      expect(() => handlerWith({ publicUrl })).to.throw(TypeError, 'publicUrl must be an absolute');
    }
  });
});
