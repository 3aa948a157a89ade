import { recordExchanges } from '../harness/answers.js';
import type { Benchmark, Scale } from '../harness/benchmark.js';
import { httpSide } from '../harness/http-side.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';
import { serviceExchanges } from './service.js';

const goal = { goal: 0.7, atLeast: 0.7 };

const open = async ({ start }: Workshop, scale: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const listener = await start('node-listener');
  const exchanges = await serviceExchanges(listener.url);
  const bare = await start('bare-http', await recordExchanges(listener.url, exchanges));
  return Object.entries(exchanges).map(([name, exchange]) => ({
    name,
    unit: '/s',
    goal,
    ours: httpSide(listener, exchange, scale),
    baseline: httpSide(bare, exchange, scale),
  }));
};

export const node: Suite = {
  name: 'node',
  about:
    'pasarela/node, the interface as a listener of node:http on the in-memory processor, against bare node:http that parses the JSON and repeats the same bytes.',
  open,
};
