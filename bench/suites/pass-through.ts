import { recordExchanges } from '../harness/answers.js';
import type { Benchmark, Scale } from '../harness/benchmark.js';
import type { Child } from '../harness/child.js';
import { httpSide } from '../harness/http-side.js';
import { get, post } from '../harness/json-requests.js';
import type { Exchange, Request } from '../harness/load.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';
import { openShop } from './fake.js';

const goal = { goal: 1.5, atLeast: 1.25 };
const key = ['sk', 'test', 'bench'].join('_');

/** The service on Stripe, and the Express app with Stripe's SDK, in front of one stub. */
export const inFrontOf = ({ url }: Child, { start }: Workshop) => ({
  service: (store: string) =>
    start('service', { STRIPE_SECRET_KEY: key, STRIPE_BASE_URL: url, DATABASE_URL: store }),
  express: () => start('express', { processor: url, key }),
});

/** Requests that both take. */
export const createCustomer = post('/api/customers', {
  email: 'ana@example.com',
  name: 'Ana',
  phone: '+34600000000',
});

export const createAndConfirm = (customer: string): Request =>
  post('/api/payments', {
    customer_id: customer,
    amount: 19.99,
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'https://shop.example',
  });

const open = async (workshop: Workshop, scale: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const fake = await workshop.start('fake');
  const shop = await openShop(fake.url, { charges: true });
  const stub = await workshop.start('bare-http', await recordExchanges(fake.url, shop.exchanges));
  const programs = inFrontOf(stub, workshop);
  const [service, express] = [await programs.service('memory:'), await programs.express()];
  const exchanges: Readonly<Record<string, Exchange>> = {
    'create a customer': { request: createCustomer },
    'get a customer': { request: get(`/api/customers/${shop.payer}`) },
    'list 10 payments': { request: get(`/api/payments?userId=${shop.listed}&limit=10`) },
    'create and confirm': { request: createAndConfirm(shop.payer) },
  };
  return Object.entries(exchanges).map(([name, exchange]) => ({
    name,
    unit: '/s',
    goal,
    ours: httpSide(service, exchange, scale),
    baseline: httpSide(express, exchange, scale),
  }));
};

export const passThrough: Suite = {
  name: 'pass-through',
  about:
    "The service on Stripe against an Express 5 app with Stripe's SDK. Both call one stub, bare node:http that repeats the answers of pasarela fake. Create and confirm is one request.",
  open,
};
