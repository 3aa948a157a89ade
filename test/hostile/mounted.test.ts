import { expect } from 'chai';
import Koa from 'koa';
import { createPayments } from '../../src/index.js';
import { createPaymentsRouter } from '../../src/koa.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { createPaymentsListener } from '../../src/node.js';
import { callAt } from '../support/http/call.js';
import { listAt } from '../support/json/at.js';
import { raw, sent } from './support/attack.js';
import { bodyAttacks } from './support/body-attacks.js';
import { describeAttacks, type Target } from './support/describe-attacks.js';
import { exchange } from './support/exchange.js';
import { paymentAttacks } from './support/payment-attacks.js';
import { clientKey, useMountedTarget, webhookSecret } from './support/use-target.js';

const payments = () =>
  createPayments({
    processor: createMemoryProcessor({ seed: 'mounted' }),
    webhookSecrets: [webhookSecret],
  });
const options = { apiKeys: [`shop:${clientKey}`] };

const listener = createPaymentsListener(payments(), options);
const app = new Koa();
app.use(createPaymentsRouter(payments(), options).routes());
const onKoa = app.callback();

const payment = sent('POST /api/payments', {
  amount: 5,
  customer_id: '$customer',
  payment_method: '$card',
});

const refusals = [
  ['codings that are ambiguous', ['Host: localhost', 'Transfer-Encoding: gzip, chunked']],
  ['two hosts', ['Host: localhost', 'Host: localhost', 'Transfer-Encoding: chunked']],
] as const;

const countPayments = async ({ address, world }: Target): Promise<number> => {
  const path = `/api/payments?userId=${world['customer']}&limit=100`;
  const headers = { authorization: `Bearer ${world['key']}` };
  const page = await callAt(address)('GET', path, { headers });
  return listAt(page.body, 'data.data').length;
};

const suite = (title: string, target: () => Target): void => {
  for (const [what, headers] of refusals) {
    it(`${title}: makes no payment behind a request with ${what}, which nobody would hear of`, async () => {
      const { address, world } = target();
      const before = await countPayments(target());
      const refused = raw(['POST /api/customers HTTP/1.1', ...headers], '2\r\n{}\r\n0\r\n\r\n');
      const { responses } = await exchange(
        address,
        Buffer.concat([refused(world), payment(world), payment(world)]),
      );
      expect(responses.map(({ status }) => status)).to.deep.equal([400]);
      expect(await countPayments(target())).to.equal(before);
    });
  }
  for (const [kind, cases] of Object.entries({ ...paymentAttacks, ...bodyAttacks })) {
    describeAttacks(`${title}: ${kind}`, target, cases);
  }
};

describe('hostile requests to a mounted listener', () => {
  suite(
    'node:http',
    useMountedTarget((request, response) => listener(request, response)),
  );
});

describe('hostile requests to a mounted router', () => {
  suite(
    'Koa',
    useMountedTarget((request, response) => void onKoa(request, response)),
  );
});
