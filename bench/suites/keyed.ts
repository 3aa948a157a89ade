import { idIn, recordAnswer, recordExchanges } from '../harness/answers.js';
import type { Benchmark, Scale, Side } from '../harness/benchmark.js';
import type { Child } from '../harness/child.js';
import { newStores } from '../harness/databases.js';
import { httpSide } from '../harness/http-side.js';
import { post } from '../harness/json-requests.js';
import { type Exchange, type Request, runLoad } from '../harness/load.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';
import { openShop, postForm, readFrom } from './fake.js';
import { createAndConfirm, createCustomer, inFrontOf } from './pass-through.js';

const goals = { SQLite: 1, PostgreSQL: 0.8 };
// A handful of operations does the same over 64.
const connections = ({ quick }: Scale): ReadonlyArray<number> => (quick ? [10] : [10, 64]);

type Start = () => Promise<Child>;

const once = (start: Start): Start => {
  let started: Promise<Child> | undefined;
  return () => {
    started ??= start();
    return started;
  };
};

/** A server that the first line starts that needs it, so that a single line does not wait for the servers of the others. */
const startedSide = (start: Start, sideOf: (server: Child) => Side): Side => {
  const side = async () => sideOf(await start());
  return {
    prepare: async () => (await side()).prepare?.(),
    warmUp: async () => (await side()).warmUp?.(),
    round: async () => (await side()).round(),
    latencyAt: async (perSecond) => {
      const latency = await (await side()).latencyAt?.(perSecond);
      if (latency === undefined) throw new Error('the side has no response times');
      return latency;
    },
  };
};

/** The calls that the processor gets for each request. */
const callsSide = (stub: Child, start: Start, exchange: Exchange): Side => ({
  round: async () => {
    const { url } = await start();
    const before = await stub.round('calls', 0, 'calls');
    const load = { connections: 2, seconds: Number.POSITIVE_INFINITY, operations: 20 };
    const { operations } = await runLoad(url, exchange, load);
    return { value: ((await stub.round('calls', 0, 'calls')) - before) / operations };
  },
});

const open = async (workshop: Workshop, given: Scale): Promise<ReadonlyArray<Benchmark>> => {
  // Each operation leaves a row.
  const scale = { ...given, warmUpOperations: Math.min(given.warmUpOperations, 3000) };
  const fake = await workshop.start('fake');
  const { payer, exchanges } = await openShop(fake.url, { charges: true });
  const [create, pay] = [exchanges['create a customer'], exchanges['create and confirm']];
  if (create === undefined || pay === undefined) throw new Error('the shop lacks an operation');
  const charge = idIn((await recordAnswer(fake.url, pay.request)).body, 'ch');
  const refund = { request: postForm('/v1/refunds', { charge, amount: '500' }) };
  // A store that knows the account of its processor does not ask again.
  const account = { request: readFrom('/v1/account') };
  const stub = await workshop.start(
    'bare-http',
    await recordExchanges(fake.url, { account, create, pay, refund }),
  );
  const programs = inFrontOf(stub, workshop);
  const express = once(programs.express);
  const requests: Readonly<Record<string, Request>> = {
    'create a customer': createCustomer,
    'create and confirm': createAndConfirm(payer),
    refund: post('/api/payments/refund', { chargeId: charge, amount_minor: 500 }),
  };

  const stores = newStores(workshop);
  return (['SQLite', 'PostgreSQL'] as const).flatMap((store) => {
    const service = once(async () => programs.service(await stores[store]()));
    const goal = { goal: goals[store], atLeast: goals[store] };
    return Object.entries(requests).flatMap(([name, request]): ReadonlyArray<Benchmark> => {
      const exchange = { request, keyed: true };
      return [
        ...connections(scale).map(
          (count): Benchmark => ({
            name: `${name}, ${count} connections, ${store}`,
            unit: '/s',
            goal,
            ours: startedSide(service, (server) => httpSide(server, exchange, scale, count)),
            baseline: startedSide(express, (server) => httpSide(server, exchange, scale, count)),
            rounds: 4,
          }),
        ),
        {
          name: `${name}, calls to the processor, ${store}`,
          unit: 'calls',
          goal: { goal: 1, atMost: 1 },
          ours: callsSide(stub, service, exchange),
          rounds: 1,
        },
      ];
    });
  });
};

export const keyed: Suite = {
  name: 'keyed',
  about:
    "The service on Stripe with an Idempotency-Key in each request, and a durable store, against an Express 5 app with Stripe's SDK that stores nothing. Both call one stub.",
  open,
};
