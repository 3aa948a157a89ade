import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';
import { at, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { startTestService, type TestService } from '../support/service/start-service.js';
import { until } from '../support/time/until.js';

const forwardSecret = `${'whsec'}_${Buffer.alloc(32, 9).toString('base64')}`;

describe('interface: forwarded outcomes of payments', () => {
  let receiver: Server;
  let service: TestService | undefined;
  let received: Array<unknown>;

  beforeEach(async () => {
    received = [];
    receiver = createServer((request, response) => {
      void json(request).then((event) => {
        received.push(event);
        response.writeHead(204).end();
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  afterEach(async () => {
    await service?.close();
    receiver.closeAllConnections();
    receiver.close();
    await once(receiver, 'close');
  });

  const serve = async (env: { readonly [name: string]: string }): Promise<TestService> => {
    const address = receiver.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    service = await startTestService({
      env: {
        EVENT_FORWARD_URL: `http://127.0.0.1:${port}/events`,
        EVENT_FORWARD_SECRET: forwardSecret,
        ...env,
      },
    });
    return service;
  };

  const isOf = (type: string) => (event: unknown) => at(event, 'type') === type;

  it('W15: a payment by Checkout is forwarded as paid once, with its session', async () => {
    const { call, controls } = await serve({ FORWARD_OUTCOMES: 'true' });
    const made = await call('POST', '/api/checkout-sessions', {
      body: {
        success_url: 'https://shop.example/thanks',
        line_items: [{ name: 'Camiseta', amount: '19.99' }],
        client_reference_id: '42',
      },
    });
    await controls.completeCheckout(textAt(made.body, 'data.id'));
    await until(
      () => received.some(isOf('paid')) && received.some(isOf('checkout.session.completed')),
    );
    const [paid, ...others] = received.filter(isOf('paid'));
    expect(others).to.deep.equal([]);
    expect(at(paid, 'data.object')).to.include({ object: 'payment_outcome', lost_before: false });
    expect(at(paid, 'data.object.payment_intent')).to.include({
      status: 'succeeded',
      amount_received: 1999,
    });
    expect(at(paid, 'data.object.session.client_reference_id')).to.equal('42');
    const id = textAt(paid, 'id');
    const stored = await call('GET', `/api/events/${id}`);
    expect(id).to.equal(`paid_${textAt(paid, 'data.object.payment_intent.id')}`);
    expect(at(stored.body, 'data.state')).to.be.oneOf(['handled', 'pending']);
  });

  it('W15: nothing is decided unless it is asked for', async () => {
    const { call } = await serve({});
    await journeys(call).paid();
    await until(() => received.some(isOf('payment_intent.succeeded')));
    const list = await call('GET', '/api/events?type=paid');
    expect(at(list.body, 'data.data')).to.deep.equal([]);
  });
});
