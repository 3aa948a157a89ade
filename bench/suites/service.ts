import { idIn, recordAnswer, recordExchanges } from '../harness/answers.js';
import type { Benchmark, Scale } from '../harness/benchmark.js';
import { httpSide } from '../harness/http-side.js';
import { get, post } from '../harness/json-requests.js';
import type { Exchange, Request } from '../harness/load.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';

const goal = { goal: 0.8, atLeast: 0.6 };

const createCustomer = post('/api/customers', {
  email: 'ana@example.com',
  name: 'Ana',
  phone: '+34600000000',
});

const createPayment = (customer: string, card: string): Request =>
  post('/api/payments', { customer_id: customer, amount: 19.99, payment_method: card });

const confirmPayment = (created: string): Request =>
  post('/api/payments/confirm', { paymentId: idIn(created, 'pi') });

/** A customer with a card. */
const openCustomer = async (url: string) => {
  const made = await recordAnswer(url, createCustomer);
  const customer = idIn(made.body, 'cus');
  const source = 'tok_visa';
  const assigned = await recordAnswer(url, post('/api/cards/assign', { userId: customer, source }));
  return { customer, card: idIn(assigned.body, 'card') };
};

/** The four operations of the service that are measured, on what is there. */
export const serviceExchanges = async (url: string) => {
  const payer = await openCustomer(url);
  const listed = await openCustomer(url);
  for (let made = 0; made < 10; made += 1) {
    const created = await recordAnswer(url, createPayment(listed.customer, listed.card));
    await recordAnswer(url, confirmPayment(created.body));
  }
  const exchanges: Readonly<Record<string, Exchange>> = {
    'create a customer': { request: createCustomer },
    'get a customer': { request: get(`/api/customers/${payer.customer}`) },
    'list 10 payments': { request: get(`/api/payments?userId=${listed.customer}&limit=10`) },
    'create and confirm': {
      request: createPayment(payer.customer, payer.card),
      follow: confirmPayment,
    },
  };
  return exchanges;
};

const open = async ({ start }: Workshop, scale: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const service = await start('service', { MEMORY_SEED: 'bench' });
  const exchanges = await serviceExchanges(service.url);
  const koa = await start('bare-koa', await recordExchanges(service.url, exchanges));
  return Object.entries(exchanges).map(([name, exchange]) => ({
    name,
    unit: '/s',
    goal,
    ours: httpSide(service, exchange, scale),
    baseline: httpSide(koa, exchange, scale),
  }));
};

export const service: Suite = {
  name: 'service',
  about:
    'The service on the in-memory processor, which logs to a file, against bare Koa with @koa/router and koa-bodyparser that repeats the same bytes and checks nothing. Create and confirm are two requests.',
  open,
};
