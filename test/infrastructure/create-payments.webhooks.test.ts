import { createServer } from 'node:http';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import Koa from 'koa';
import { createMemoryEventStore } from '../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { createFetchHandler } from '../../src/fetch.js';
import { createPayments } from '../../src/index.js';
import type { PaymentsOptions } from '../../src/infrastructure/payments-options.js';
import { createPaymentsRouter } from '../../src/koa.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { createPaymentsListener } from '../../src/node.js';
import { paymentErrors } from '../support/errors/payment-errors.js';
import { type Call, callAt, callOf } from '../support/http/call.js';
import { expectFailure } from '../support/http/expect-answer.js';
import { useListening } from '../support/http/use-http-server.js';
import { at } from '../support/json/at.js';
import { bankSignature, bankWebhooks } from '../support/processors/bank-webhooks.js';
import { until } from '../support/time/until.js';

const open = (options: Partial<PaymentsOptions> = {}) =>
  createPayments({
    processor: { ...createMemoryProcessor(), webhooks: bankWebhooks },
    livemode: true,
    ...options,
  });

const signed = (payload: string) => ({
  payload,
  headers: { 'X-Bank-Signature': bankSignature(payload) },
});

describe("payments with webhooks of the processor's adapter", () => {
  it('stores the events of a request and hands them to their handlers', async () => {
    const payments = open();
    const handled: Array<unknown> = [];
    payments.on('*', (event) => {
      handled.push([event.id, event.type, at(event, 'data.object.id')]);
    });
    payments.start();
    expect(await payments.receiveWebhook(signed('n=N-1&n=N-2&order=42'))).to.deep.equal({
      received: true,
      answer: { body: '*ok*' },
    });
    await until(() => handled.length === 2);
    await payments.stop();
    expect(handled).to.deep.equal([
      ['N-1', 'payment.paid', '42'],
      ['N-2', 'payment.paid', '42'],
    ]);
    const { event, ...facts } = await payments.getEvent({ event: 'N-1' });
    expect(event).not.to.have.property('livemode');
    expect(facts).to.deep.include({
      object_id: '42',
      api_version: null,
      account: null,
      signed_with: 'bank',
    });
  });

  it('knows an event that comes again', async () => {
    const payments = open();
    await payments.receiveWebhook(signed('n=N-1&order=42'));
    expect(await payments.receiveWebhook(signed('n=N-1&order=42'))).to.deep.equal({
      received: true,
      type: 'payment.paid',
      duplicate: true,
      answer: { body: '*ok*' },
    });
  });

  for (const options of [
    {},
    { webhooks: bankWebhooks, processor: createMemoryProcessor() },
  ] satisfies ReadonlyArray<Partial<PaymentsOptions>>) {
    it(`refuses secrets of Stripe's webhooks beside ${Object.keys(options)[0] ?? 'processor.webhooks'}`, () => {
      expect(() => open({ ...options, webhookSecrets: ['whsec_1'] })).to.throw(
        TypeError,
        "createPayments: webhookSecrets must be left out: these are secrets of Stripe's webhooks, and the processor has webhooks of its own, which know their secrets",
      );
      expect(() => open({ ...options, webhookSecrets: [] })).not.to.throw();
    });
  }

  it('prefers the receiver of the options to that of the adapter', async () => {
    const payments = open({ webhooks: { receive: () => TE.right({ events: [] }) } });
    expect(await payments.receiveWebhook({ payload: 'anything' })).to.deep.equal({
      received: true,
    });
  });

  it('reports a receiver that throws as a defect', async () => {
    const cause = new Error('a bug of the adapter');
    const payments = open({
      webhooks: {
        receive: () => {
          throw cause;
        },
      },
    });
    const thrown = await payments.receiveWebhook({}).catch((error: unknown) => error);
    expect(thrown).to.deep.include({ _tag: 'Unexpected', cause });
  });

  it('looks up the key in doubt that an event of its own names', async () => {
    const key = 'ab'.repeat(32);
    const asked: Array<unknown> = [];
    const payments = open({
      stores: {
        idempotencyStore: {
          ...createMemoryIdempotencyStore(),
          takeLookUp: () => TE.right(null),
          unsettled: ({ derivedKeys }) => {
            asked.push(derivedKeys);
            return TE.right([]);
          },
        },
      },
      idempotency: { secretInStore: true },
    });
    await payments.receiveWebhook(signed(`n=N-1&order=42&key=${key}`));
    payments.start();
    await until(() => asked.length > 0);
    await payments.stop();
    expect(asked).to.deep.equal([[key]]);
  });
});

const verbose = { verbose: true };
const payments = open();
const app = new Koa();
app.use(createPaymentsRouter(payments, verbose).routes());
const servers = {
  'node:http': useListening.bind(
    undefined,
    createServer(createPaymentsListener(payments, verbose)),
  ),
  koa: useListening.bind(
    undefined,
    createServer((request, response) => void app.callback()(request, response)),
  ),
};

const suite = (name: string, call: Call): void => {
  const post = (raw: string, headers: { readonly [name: string]: string } = {}) =>
    call('POST', '/api/webhooks', {
      raw,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const postSigned = (raw: string) => post(raw, { 'x-bank-signature': bankSignature(raw) });

  it('answers a form with the body that the processor expects', async () => {
    const { status, headers, text } = await postSigned(`n=${name}-1&order=42`);
    expect([status, text]).to.deep.equal([200, '*ok*']);
    expect(headers.get('content-type')).to.equal('text/plain; charset=utf-8');
    expect(headers.get('cache-control')).to.equal('no-store');
    const stored = await payments.getEvent({ event: `${name}-1` });
    expect(stored.event.type).to.equal('payment.paid');
  });

  it('answers a request without events with a status without a body', async () => {
    const { status, headers, text } = await postSigned('order=42');
    expect([status, text, headers.get('content-type')]).to.deep.equal([204, '', null]);
  });

  it('refuses a forged request, one without a signature, and one that it cannot understand', async () => {
    expectFailure(await post('n=9&order=42', { 'x-bank-signature': 'forged' }), {
      status: 400,
      message: 'Webhook signature verification failed: the bank has not signed this',
      code: 'webhook_signature_invalid',
    });
    expectFailure(await post('n=9&order=42'), {
      status: 400,
      message: 'Missing x-bank-signature header',
      code: 'webhook_signature_missing',
    });
    expectFailure(await postSigned('n=9'), {
      status: 400,
      message: 'El cuerpo del webhook no es un evento del procesador: it has no order',
      code: 'webhook_payload_invalid',
    });
  });
};

describe("the webhook route with webhooks of the processor's adapter", () => {
  for (const [name, listen] of Object.entries(servers)) {
    describe(`on ${name}`, () => {
      const address = listen();
      suite(name.replace(':', '-'), (...asked) => callAt(address())(...asked));
    });
  }

  describe('by fetch', () => {
    const handler = createFetchHandler(payments, verbose);
    suite('fetch', callOf('http://shop.example', handler));
  });

  it('answers 503 when one of several events cannot be stored, and keeps the others', async () => {
    const store = createMemoryEventStore();
    const broken = open({
      stores: {
        eventStore: {
          ...store,
          store: (event, ...rest) =>
            event.id === 'N-2'
              ? TE.left(paymentErrors.StoreUnavailable)
              : store.store(event, ...rest),
        },
      },
    });
    const call = callOf('http://shop.example', createFetchHandler(broken));
    const raw = 'n=N-1&n=N-2&order=42';
    const answer = await call('POST', '/api/webhooks', {
      raw,
      headers: { 'x-bank-signature': bankSignature(raw) },
    });
    expect(answer.status).to.equal(503);
    const { data } = await broken.listEvents();
    expect(data.map(({ id }) => id)).to.deep.equal(['N-1']);
  });
});
