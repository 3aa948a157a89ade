import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { at } from '../support/json/at.js';
import { startTestService } from '../support/service/start-service.js';
import { until } from '../support/time/until.js';

describe('a service on Stripe that stops', () => {
  it('ends its connections to Stripe', async () => {
    const sockets: Array<Socket> = [];
    const stripe = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"id":"cus_1","object":"customer","created":1,"deleted":true}');
    });
    stripe.on('connection', (socket) => sockets.push(socket));
    stripe.listen(0, '127.0.0.1');
    await once(stripe, 'listening');
    const service = await startTestService({
      env: {
        PROCESSOR: 'stripe',
        STRIPE_SECRET_KEY: ['sk', 'test', 'connections'].join('_'),
        STRIPE_BASE_URL: `http://127.0.0.1:${String(at(stripe.address(), 'port'))}`,
      },
    });
    await fetch(`${service.address}/api/customers/cus_1`);
    expect(sockets.map(({ destroyed }) => destroyed)).to.deep.equal([false]);
    await service.close();
    await until(() => sockets.every(({ destroyed }) => destroyed));
    stripe.close();
    await once(stripe, 'close');
  });
});
