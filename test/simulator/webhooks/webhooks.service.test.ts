import { expect } from 'chai';
import { startFakeServer } from '../../../src/fake-server.js';
import type { Delivery } from '../../../src/simulator/webhooks/delivery.js';
import { sdkAt } from '../../sdk/support/use-shop.js';
import { expectSuccess } from '../../support/http/expect-answer.js';
import { at, listAt } from '../../support/json/at.js';
import { journeys } from '../../support/service/journeys.js';
import { startTestService } from '../../support/service/start-service.js';
import { collection } from './support/collection.js';

describe('the service with the fake server', () => {
  const closing: Array<() => Promise<void>> = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  it('receives the events of its own payments at its webhook, and keeps each of them once', async () => {
    const deliveries = collection<Delivery>();
    const server = await startFakeServer({ onDelivery: deliveries.add });
    closing.push(server.close);
    const stripe = sdkAt(server.url, server.apiKey);
    // The service needs the secret before it has an address.
    const { id, secret = '' } = await stripe.webhookEndpoints.create({
      url: 'http://127.0.0.1:1/not-yet',
      enabled_events: ['payment_intent.succeeded', 'charge.succeeded'],
    });
    const service = await startTestService({
      env: {
        PROCESSOR: 'stripe',
        STRIPE_SECRET_KEY: server.apiKey,
        STRIPE_BASE_URL: server.url,
        WEBHOOK_SECRET: secret,
      },
    });
    closing.push(service.close);
    await stripe.webhookEndpoints.update(id, { url: `${service.address}/api/webhooks` });

    const { payment } = await journeys(service.call).paid(19.99);
    const tries = await deliveries.first(2);
    expect(tries.map(({ status, error }) => status ?? error)).to.deep.equal([200, 200]);
    const kept = async () =>
      listAt(
        expectSuccess(
          await service.call('GET', '/api/events'),
          200,
          'Eventos obtenidos correctamente',
        ),
        'data',
      );
    const events = await kept();
    expect(events.map((event) => at(event, 'type'))).to.have.members([
      'payment_intent.succeeded',
      'charge.succeeded',
    ]);
    const succeeded = events.find((event) => at(event, 'type') === 'payment_intent.succeeded');
    expect(at(succeeded, 'event.data.object.id')).to.equal(payment);

    for (const event of events) {
      const answer = await fetch(`${server.url}/_processor/resend`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: at(event, 'id') }),
      });
      expect(at(await answer.json(), 'data.data.0.status')).to.equal(200);
    }
    expect(await kept()).to.have.length(2);
  });
});
