import { idIn, recordAnswer, recordExchanges } from '../harness/answers.js';
import type { Benchmark, Scale } from '../harness/benchmark.js';
import { httpSide } from '../harness/http-side.js';
import type { Exchange, Request } from '../harness/load.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';

const key = ['sk', 'test', 'bench'].join('_');
const headers = { Authorization: `Bearer ${key}` };

/** A request with a form, as Stripe takes it. */
export const postForm = (path: string, form: Readonly<Record<string, string>>): Request => ({
  method: 'POST',
  path,
  body: new URLSearchParams(form).toString(),
  headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
});

/** A request that reads, as Stripe takes it. */
export const readFrom = (path: string): Request => ({ method: 'GET', path, headers });

const createCustomer = postForm('/v1/customers', {
  email: 'ana@example.com',
  name: 'Ana',
  'metadata[order]': '1',
});

const pay = (customer: string, extra: Readonly<Record<string, string>>): Request =>
  postForm('/v1/payment_intents', {
    amount: '1999',
    currency: 'eur',
    customer,
    payment_method: 'pm_card_visa',
    confirm: 'true',
    return_url: 'https://shop.example',
    ...extra,
  });

const goals = { usual: { goal: 0.6, atLeast: 0.4 }, confirm: { goal: 0.4, atLeast: 0.25 } };

/** Two customers, one of whom has paid ten times, and the operations that are measured, with the charges in full if wanted. */
export const openShop = async (url: string, { charges = false } = {}) => {
  const newCustomer = async () => idIn((await recordAnswer(url, createCustomer)).body, 'cus');
  const payer = await newCustomer();
  const listed = await newCustomer();
  for (let made = 0; made < 10; made += 1) await recordAnswer(url, pay(listed, {}));
  const exchanges: Readonly<Record<string, Exchange>> = {
    'create a customer': { request: createCustomer },
    'get a customer': { request: readFrom(`/v1/customers/${payer}`) },
    'list 10 payments': {
      request: readFrom(
        `/v1/payment_intents?customer=${listed}&limit=10${charges ? '&expand[]=data.latest_charge' : ''}`,
      ),
    },
    'create and confirm': { request: pay(payer, charges ? { 'expand[]': 'latest_charge' } : {}) },
  };
  return { payer, listed, exchanges };
};

const open = async ({ start }: Workshop, scale: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const server = await start('fake');
  const { exchanges } = await openShop(server.url);
  const bare = await start('bare-http', await recordExchanges(server.url, exchanges));
  return Object.entries(exchanges).map(([name, exchange]) => ({
    name,
    unit: '/s',
    goal: name === 'create and confirm' ? goals.confirm : goals.usual,
    ours: httpSide(server, exchange, scale),
    baseline: httpSide(bare, exchange, scale),
  }));
};

export const fake: Suite = {
  name: 'fake',
  about:
    'pasarela fake against bare node:http that parses the form with URLSearchParams and repeats the same bytes. Create and confirm is one request.',
  open,
};
