import { Stripe } from 'stripe';
import {
  createJournal,
  type Journal,
  type JournalEntry,
} from '../../../../src/torture/journal/journal.js';
import type { Incident } from '../../../../src/torture/plan/incident.js';
import {
  createProcessorUnderTest,
  type ProcessorUnderTestOptions,
} from '../../../../src/torture/processor/create-processor-under-test.js';
import type {
  ProcessorUnderTest,
  RunningOrder,
} from '../../../../src/torture/processor/processor-under-test.js';
import type { ShopCallbacks } from '../../../../src/torture/processor/shop-link.js';

/** An incident without its id. */
export type Planned = Incident extends infer I
  ? I extends Incident
    ? Omit<I, 'id'>
    : never
  : never;

/** Order number `number` of a run, which costs 1000 and its number. Its incidents are `i1`, `i2`... */
export const anOrder = (number: number, incidents: ReadonlyArray<Planned> = []): RunningOrder => ({
  number,
  id: `o${number}-k3x9`,
  email: `ana-${number}-k3x9@example.com`,
  amount: 1000 + number,
  currency: 'eur',
  incidents: incidents.map((incident, index) => ({ id: `i${index + 1}`, ...incident })),
});

export type ProcessorInTest = {
  readonly processor: ProcessorUnderTest;
  readonly journal: Journal;
  /** The actions on the shop: `restart`, `freeze 100`. */
  readonly done: ReadonlyArray<string>;
  readonly problems: ReadonlyArray<unknown>;
  readonly stripe: (config?: Stripe.StripeConfig, key?: string) => Stripe;
  /** Calls without the SDK, which repeats calls half a second later. Resolves with the status, 0: no complete answer. */
  readonly post: (
    path: string,
    form: Readonly<Record<string, string>>,
    key?: string,
  ) => Promise<number>;
  readonly of: <K extends JournalEntry['kind']>(
    kind: K,
  ) => ReadonlyArray<Extract<JournalEntry, { readonly kind: K }>>;
};

type Given = Partial<Omit<ProcessorUnderTestOptions, 'shop' | 'journal'>> & {
  readonly shop?: Partial<ShopCallbacks>;
  readonly orders?: ReadonlyArray<RunningOrder>;
  /** Milliseconds. Absent: those of the machine. */
  readonly now?: () => number;
};

const isOf =
  <K extends JournalEntry['kind']>(kind: K) =>
  (entry: JournalEntry): entry is Extract<JournalEntry, { readonly kind: K }> =>
    entry.kind === kind;

/** Starts processors, which are closed after each test. */
export const useProcessors = (): ((given?: Given) => Promise<ProcessorInTest>) => {
  const started: Array<ProcessorUnderTest> = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map(({ close }) => close()));
  });
  return async ({ shop = {}, orders = [], now = () => performance.now(), ...options } = {}) => {
    const journal = createJournal(now);
    const done: Array<string> = [];
    const problems: Array<unknown> = [];
    const noted =
      (name: string, work: (given: number) => Promise<void> = () => Promise.resolve()) =>
      (given = 0) => {
        done.push(given === 0 ? name : `${name} ${given}`);
        return work(given);
      };
    const processor = await createProcessorUnderTest({
      journal,
      shop: {
        restart: noted('restart', shop.restart),
        freeze: noted('freeze', shop.freeze),
        whenUp: shop.whenUp ?? (() => Promise.resolve()),
      },
      webhookUrl: undefined,
      seed: 'a run',
      onProblem: (problem) => problems.push(problem),
      webhookPauses: [1, 1, 1, 1, 1, 1, 1],
      ...options,
    });
    started.push(processor);
    for (const order of orders) processor.expect(order);
    const { hostname: host, port } = new URL(processor.url);
    return {
      processor,
      journal,
      done,
      problems,
      stripe: (config = {}, key = processor.apiKey) =>
        new Stripe(key, { protocol: 'http', host, port, ...config }),
      post: async (path, form, key) => {
        try {
          const answer = await fetch(`${processor.url}/v1/${path}`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${processor.apiKey}`,
              ...(key === undefined ? {} : { 'idempotency-key': key }),
            },
            body: new URLSearchParams(form),
          });
          await answer.text();
          return answer.status;
        } catch {
          return 0;
        }
      },
      of: (kind) => journal.entries().filter(isOf(kind)),
    };
  };
};
