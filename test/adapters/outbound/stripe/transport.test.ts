import { Agent } from 'node:http';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { Stripe } from 'stripe';
import { type FakeServer, startFakeServer } from '../../../../src/fake-server.js';
import { createPayments } from '../../../../src/index.js';
import {
  createStripeProcessor,
  type StripeTransport,
  type StripeTransportRequest,
} from '../../../../src/stripe.js';
import { calls } from './support/calls.js';
import { secretKey } from './support/use-scripted-stripe.js';

const byFetch: StripeTransport = async (request) => {
  const response = await fetch(request.url, request);
  const { status } = response;
  return { status, headers: Object.fromEntries(response.headers), body: await response.text() };
};

const agent = new Agent({ keepAlive: true });
const sdk = Stripe.createNodeHttpClient(agent);
const bySdk: StripeTransport = async ({ url, method, headers, body, timeoutMs }) => {
  const { hostname, port, pathname, search } = new URL(url);
  const response = await sdk.makeRequest(
    hostname,
    port,
    `${pathname}${search}`,
    method,
    { ...headers, 'content-length': Buffer.byteLength(body ?? '') },
    body ?? '',
    'http',
    timeoutMs,
  );
  return {
    status: response.getStatusCode(),
    headers: Object.fromEntries(
      Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
    ),
    body: JSON.stringify(await response.toJSON()),
  };
};

const { run: refund, reply } = calls.createRefund;

const processorOver = (transport: StripeTransport, timeoutMs = 30_000) =>
  createStripeProcessor({
    secretKey,
    transport,
    timeoutMs,
    totalTimeoutMs: 600_000,
    maxRetries: 0,
  });

// A transport of a user who does not write TypeScript.
const untyped = (transport: () => unknown): StripeTransport => {
  const { given }: { given: StripeTransport } = Object.assign(Object.create(null), {
    given: transport,
  });
  return given;
};

const failureOver = async (transport: StripeTransport, timeoutMs?: number) => {
  const outcome = await refund(processorOver(transport, timeoutMs))();
  if (E.isRight(outcome)) throw new Error('it was done');
  return outcome.left;
};

describe('the Stripe adapter over a transport of its user', () => {
  let server: FakeServer;

  before(async () => {
    server = await startFakeServer({ seed: 'transport' });
  });

  after(async () => {
    agent.destroy();
    await server.close();
  });

  for (const [name, transport] of Object.entries({ byFetch, bySdk })) {
    it(`takes and refuses payments ${name}`, async () => {
      const payments = createPayments({
        processor: createStripeProcessor({
          secretKey: server.apiKey,
          baseUrl: server.url,
          transport,
        }),
      });
      const { id: customer } = await payments.createCustomer({
        email: 'ada@example.com',
        name: 'Ada',
        phone: '+34600000000',
      });
      const pay = (payment_method: string) =>
        payments.createPaymentIntent({ customer, amount: '19.99', payment_method, confirm: true });
      expect(await pay('pm_card_visa')).to.include({ status: 'succeeded', amount: 1999 });
      const declined = await pay('pm_card_chargeDeclined').catch((error: unknown) => error);
      expect(declined).to.include({ _tag: 'CardError', code: 'card_declined' });
      expect((await payments.listPayments({ customer })).data).to.have.length(2);
    });
  }

  it('gets each request whole, and reads names of headers in any case', async () => {
    const seen: Array<StripeTransportRequest> = [];
    const processor = processorOver(async (request) => {
      seen.push(request);
      return { status: 200, headers: { 'Request-Id': 'req_1' }, body: JSON.stringify(reply) };
    });
    expect(await refund(processor, { idempotencyKey: 'order 42/a' })()).to.deep.equal(
      E.right(reply),
    );
    const [{ signal, headers, ...request } = expect.fail('nothing was sent')] = seen;
    expect(request).to.include({
      method: 'POST',
      url: 'https://api.stripe.com/v1/refunds',
      timeoutMs: 30_000,
    });
    expect(request.body).to.include('charge=');
    expect(headers).to.include({
      authorization: `Bearer ${secretKey}`,
      'idempotency-key': 'order 42/a',
      'stripe-version': '2026-08-26.dahlia',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(signal.aborted).to.equal(false);
  });

  it("reads the headers of fetch's own response", async () => {
    const headers = new Headers({ 'Request-Id': 'req_1', 'Stripe-Should-Retry': 'false' });
    const sent: Array<string> = [];
    const processor = createStripeProcessor({
      secretKey,
      maxRetries: 1,
      transport: async ({ method }) => {
        sent.push(method);
        const error = { type: 'api_error', message: 'Not now.' };
        return { status: 500, headers, body: JSON.stringify({ error }) };
      },
    });
    const outcome = await refund(processor)();
    expect(E.isLeft(outcome) && outcome.left)
      .to.have.nested.property('cause.message')
      .that.includes('req_1');
    // Without the header, it would have been sent again.
    expect(sent.filter((method) => method === 'POST')).to.have.length(1);
  });

  it('does not wait for a transport that never ends, and tells it', async () => {
    const signals: Array<AbortSignal> = [];
    const error = await failureOver(({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    }, 1);
    expect(error).to.include({ _tag: 'ProcessorUnavailable', outcome: 'unknown' });
    expect(signals.length).to.be.above(0);
    expect(signals.every(({ aborted }) => aborted)).to.equal(true);
  });

  it('ends a request in progress when it is closed', async () => {
    const processor = processorOver(() => {
      void processor.close?.();
      return new Promise(() => {});
    });
    expect(E.isLeft(await refund(processor)())).to.equal(true);
  });

  it('knows that nothing was sent when no connection came about', async () => {
    const closed = await startFakeServer();
    await closed.close();
    const processor = createStripeProcessor({
      secretKey,
      baseUrl: closed.url,
      transport: byFetch,
      maxRetries: 0,
    });
    const outcome = await refund(processor)();
    expect(E.isLeft(outcome) && outcome.left).to.include({
      _tag: 'ProcessorUnavailable',
      outcome: 'not_done',
    });
  });

  const broken: { readonly [name: string]: () => unknown } = {
    'throws at once': () => {
      throw new Error('no');
    },
    rejects: async () => {
      throw new Error('no');
    },
    'gives no response': async () => undefined,
    'gives a response of fetch': async () => new Response('{}'),
    'gives an object as the body': async () => ({ status: 200, headers: {}, body: reply }),
  };
  it('says what a response must have', async () => {
    expect(await failureOver(untyped(async () => new Response('{}'))))
      .to.have.nested.property('cause.message')
      .that.includes('did not resolve with { status, headers, body }');
  });

  for (const [name, transport] of Object.entries(broken)) {
    it(`leaves the outcome open when the transport ${name}`, async () => {
      expect(await failureOver(untyped(transport))).to.include({
        _tag: 'ProcessorUnavailable',
        outcome: 'unknown',
      });
    });
  }
});
