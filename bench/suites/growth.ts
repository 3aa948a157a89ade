import * as t from 'io-ts';
import { recordAnswer } from '../harness/answers.js';
import type { Benchmark, Scale, Side } from '../harness/benchmark.js';
import type { Child } from '../harness/child.js';
import { httpSide } from '../harness/http-side.js';
import { get } from '../harness/json-requests.js';
import type { Exchange } from '../harness/load.js';
import { roundSide } from '../harness/round-side.js';
import { spaced } from '../harness/spaced.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';

const operations = ['get', 'page', 'confirm', 'refund'];
const count = { quick: 5, full: 1000 };
const memory = ['--max-old-space-size=8000', '--expose-gc'];

const Sample = t.type({ customer: t.string, intents: t.array(t.string) });

const paths = {
  get: (_: string, intent: string) => `/api/payments/${intent}`,
  page: (customer: string, intent: string) =>
    `/api/payments?userId=${customer}&limit=10&starting_after=${intent}`,
};

const exchangeOf = async ({ url }: Child, path: (typeof paths)['get']): Promise<Exchange> => {
  const sample: unknown = JSON.parse((await recordAnswer(url, get('/sample'))).body);
  if (!Sample.is(sample)) throw new Error('the program did not name its payments');
  const [request, ...others] = sample.intents.map((intent) => get(path(sample.customer, intent)));
  if (request === undefined) throw new Error('there are no payments yet');
  return { request, others };
};

/** The same reads over HTTP. */
const listenerSide = (
  child: Child,
  { path, size, scale }: { path: (typeof paths)['get']; size: number; scale: Scale },
): Side => {
  const ready = async () => httpSide(child, await exchangeOf(child, path), scale);
  return {
    prepare: () => child.round('fill', size, 'made'),
    warmUp: async () => (await ready()).warmUp?.(),
    round: async () => (await ready()).round(),
  };
};

const open = async ({ start }: Workshop, scale: Scale): Promise<ReadonlyArray<Benchmark>> => {
  const { quick } = scale;
  const few = quick ? 20 : 1000;
  const sizes = quick ? [100] : [100_000, 1_000_000];
  const [small, large] = [
    await start('growth', { keepEvents: 10_000, stopsClock: false }, memory),
    await start('growth', { keepEvents: 10_000, stopsClock: false }, memory),
  ];
  // Nothing was read from it, so that no kept answers are freed while its memory is measured. Its clock stands still: a slow
  // machine would book charges, which adds an event to each, and a fast one would not.
  const keepsAll = { keepEvents: Number.MAX_SAFE_INTEGER, stopsClock: true };
  const unread = await start('growth', keepsAll, memory);
  const side = (child: typeof small, name: string, size: number) =>
    roundSide(child, {
      name,
      count: quick ? count.quick : count.full,
      figure: 'micros',
      prepare: () => child.round('fill', size, 'made'),
    });
  return [
    ...sizes.flatMap((size) => [
      ...operations.map(
        (name): Benchmark => ({
          name: `${name} at ${spaced(size)} intents`,
          unit: 'µs',
          goal: { goal: 1.3, atMost: 1.3 },
          ours: side(large, name, size),
          baseline: side(small, name, few),
          rounds: 4,
        }),
      ),
      ...Object.entries(paths).map(
        ([name, path]): Benchmark => ({
          name: `${name} over HTTP at ${spaced(size)} intents`,
          unit: '/s',
          ours: listenerSide(large, { path, size, scale }),
          baseline: listenerSide(small, { path, size: few, scale }),
          rounds: 4,
        }),
      ),
    ]),
    {
      name: 'memory of a paid intent, its charge and its events',
      unit: 'bytes',
      goal: { goal: 2500, atMost: 2500 },
      ours: {
        // Not measured by the clock: it collects the garbage in between.
        round: async () => ({ value: await unread.round('bytes', quick ? 200 : 20_000, 'bytes') }),
      },
      rounds: 2,
    },
  ];
};

export const growth: Suite = {
  name: 'growth',
  about:
    'The in-memory processor with many payments of one customer against the same with 1 000. Less is better.',
  open,
};
