import { recordExchanges } from '../harness/answers.js';
import type { Benchmark, Scale } from '../harness/benchmark.js';
import { httpSide } from '../harness/http-side.js';
import { get, post } from '../harness/json-requests.js';
import type { Exchange } from '../harness/load.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';
import { openShop } from './fake.js';

const goal = { goal: 1.5, atLeast: 1.25 };
const key = ['sk', 'test', 'bench'].join('_');

const open = async ({ start }: Workshop, scale: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const fake = await start('fake');
  const shop = await openShop(fake.url, { charges: true });
  const stub = await start('bare-http', await recordExchanges(fake.url, shop.exchanges));
  const service = await start('service', {
    STRIPE_SECRET_KEY: key,
    STRIPE_BASE_URL: stub.url,
    DATABASE_URL: 'memory:',
  });
  const express = await start('express', { processor: stub.url, key });
  const exchanges: Readonly<Record<string, Exchange>> = {
    'create a customer': {
      request: post('/api/customers', {
        email: 'ana@example.com',
        name: 'Ana',
        phone: '+34600000000',
      }),
    },
    'get a customer': { request: get(`/api/customers/${shop.payer}`) },
    'list 10 payments': { request: get(`/api/payments?userId=${shop.listed}&limit=10`) },
    'create and confirm': {
      request: post('/api/payments', {
        customer_id: shop.payer,
        amount: 19.99,
        payment_method: 'pm_card_visa',
        confirm: true,
        return_url: 'https://shop.example',
      }),
    },
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
