import { EventEmitter, once } from 'node:events';
import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { at, listAt, textAt } from '../support/json/at.js';
import { startTestService, type TestService } from '../support/service/start-service.js';

const wanted = ['customer.created', 'charge.succeeded', 'payment_intent.succeeded'];

describe('a service on Stripe with a registered webhook endpoint', () => {
  const answers = new Map<string, number | null>();
  const missing = new Set(wanted);
  const sent = new EventEmitter();
  const allSent = once(sent, 'all');
  let stripe: FakeServer;
  let service: TestService;

  const endpoints = async (path: string, form: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${stripe.url}/v1/webhook_endpoints${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.apiKey}` },
      body: new URLSearchParams(form),
    });
    const endpoint: unknown = await answer.json();
    return { id: textAt(endpoint, 'id'), secret: at(endpoint, 'secret') };
  };

  before(async () => {
    stripe = await startFakeServer({
      seed: 'events',
      onDelivery: ({ type, status }) => {
        answers.set(type, status);
        missing.delete(type);
        if (missing.size === 0) sent.emit('all');
      },
    });
    const { id, secret } = await endpoints('', {
      url: 'https://shop.invalid',
      'enabled_events[0]': '*',
    });
    service = await startTestService({
      env: {
        PROCESSOR: 'stripe',
        STRIPE_SECRET_KEY: stripe.apiKey,
        STRIPE_BASE_URL: stripe.url,
        WEBHOOK_SECRET: String(secret),
      },
    });
    await endpoints(`/${id}`, { url: `${service.address}/api/webhooks/stripe` });
  });

  after(async () => {
    await service.close();
    await stripe.close();
  });

  it('receives the events of a payment and stores each once', async () => {
    const made = await service.call('POST', '/api/customers', {
      body: { email: 'ana@example.com', name: 'Ana', phone: '1' },
    });
    const customer_id = textAt(made.body, 'data.id');
    await service.call('POST', '/api/payments', {
      body: { amount: 10, customer_id, payment_method: 'pm_card_visa', confirm: true },
    });
    await allSent;
    expect(wanted.map((type) => answers.get(type))).to.deep.equal([200, 200, 200]);
    const kept = await service.call('GET', '/api/events?limit=100');
    const types = listAt(kept.body, 'data.data').map((event) => at(event, 'type'));
    for (const type of wanted) {
      expect(types.filter((one) => one === type)).to.deep.equal([type]);
    }
    expect(kept.text).not.to.include('_secret_');
  });
});
