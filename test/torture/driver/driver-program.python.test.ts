import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createDriver } from '../../../src/torture/driver/create-driver.js';
import type { DriverContext, OrderToPay } from '../../../src/torture/options/driver.js';
import { at } from '../../support/json/at.js';

const environment = { PATH: process.env['PATH'] };
const hasPython = spawnSync('python3', ['--version'], { env: environment }).status === 0;

const order: OrderToPay = {
  id: 'o1',
  amount: 1999,
  currency: 'eur',
  email: 'o1@example.com',
  method: 'card',
  card: { number: '4242424242424242', paymentMethod: 'pm_card_visa', token: 'tok_visa' },
  key: 'k1',
};

describe('the driver in Python', () => {
  it(`plays customers and staff${hasPython ? '' : ' (not tried: there is no python3)'}`, async () => {
    if (!hasPython) return;
    const requests: Array<string> = [];
    const answers = new Map([
      ['/pay', '{"outcome":"action","payment":"pi_1"}'],
      ['/come-back', '{"outcome":"paid"}'],
      ['/refund', '{"outcome":"ref'],
      ['/orders', '[{"id":"o1","amount":1999,"state":"paid"}]'],
    ]);
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        requests.push(`${request.method} ${request.url} ${body}`);
        response.end(answers.get(request.url ?? ''));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const context: DriverContext = {
      url: `http://127.0.0.1:${Number(at(server.address(), 'port'))}`,
      processor: 'http://127.0.0.1:1',
      publishableKey: 'pk_test_1',
      folder: '/tmp',
      signal: new AbortController().signal,
    };

    const driver = await createDriver(
      { driver: { command: ['python3', 'driver.py'], cwd: resolve('examples/torture/python') } },
      environment,
    );
    try {
      expect(driver).to.have.all.keys('pay', 'orders', 'refund', 'comeBack', 'close');
      expect(await driver.pay(order, context)).to.deep.equal({
        outcome: 'action',
        payment: 'pi_1',
      });
      expect(await driver.comeBack?.({ order, payment: 'pi_1' }, context)).to.deep.equal({
        outcome: 'paid',
      });
      expect(await driver.orders(context)).to.deep.equal([
        { id: 'o1', amount: 1999, state: 'paid' },
      ]);
      const refund = { id: 'r1', order: 'o1', shopOrder: 'o1', amount: 5, currency: 'eur' };
      const lost = await driver.refund?.(refund, context).catch(String);
      expect(lost).to.match(/^Error: JSONDecodeError\(/);
      server.close();
      server.closeAllConnections();
      expect(await driver.orders(context).catch(String)).to.match(/^Error: URLError\(Connection/);
      expect(requests).to.deep.equal([
        'POST /pay {"id": "o1", "amount": 1999, "currency": "eur", "email": "o1@example.com", "key": "k1", "card": "pm_card_visa"}',
        'POST /come-back {"id": "o1", "payment": "pi_1"}',
        'GET /orders ',
        'POST /refund {"id": "r1", "order": "o1", "amount": 5}',
      ]);
    } finally {
      await driver.close?.();
      server.close();
    }
  });
});
