import { once } from 'node:events';
import { createServer } from 'node:http';
import * as t from 'io-ts';
import {
  ChargeId,
  CustomerId,
  PaymentIntentId,
  PaymentMethodId,
  TokenId,
} from '../../src/domain/ids.js';
import { MinorUnits } from '../../src/domain/money/money.js';
import { createPayments } from '../../src/index.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { createPaymentsListener } from '../../src/node.js';
import { as, run } from '../harness/must-succeed.js';
import { runAsChild } from '../harness/run-as-child.js';
import { medianMicros, ratePerSecond } from '../harness/timing.js';
import { urlForLoad } from '../harness/url-for-load.js';

const sampled = 1000;

const usedBytes = (): number => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

// The in-memory processor with many payments of one customer, as the library and behind the listener for node:http. The path
// `/sample` names the payments that are read.
await runAsChild(t.type({ keepEvents: t.number, stopsClock: t.boolean }), async (options) => {
  const { keepEvents, stopsClock } = options;
  const clock = stopsClock ? { clock: () => 1_800_000_000 } : {};
  const processor = createMemoryProcessor({ seed: 1, keepEvents, ...clock });
  const { id } = await run(processor.createCustomer({ name: 'Ana' }));
  const customer = as(CustomerId, id);
  const source = as(TokenId, 'tok_visa');
  const card = as(PaymentMethodId, (await run(processor.createCard({ customer, source }))).id);
  const amount = as(MinorUnits, 1999);
  const known: Array<PaymentIntentId> = [];
  let made = 0;

  const create = async (confirm: boolean) => {
    const intent = await run(
      processor.createPaymentIntent({
        amount,
        currency: 'eur',
        customer,
        payment_method: card,
        confirmation_method: 'manual',
        confirm,
      }),
    );
    made += 1;
    return intent;
  };

  const createOpen = async () => as(PaymentIntentId, (await create(false)).id);

  const fill = async (size: number): Promise<void> => {
    const before = made;
    await ratePerSecond(Math.max(0, size - before), 1000, async () => {
      known.push(as(PaymentIntentId, (await create(true)).id));
    });
  };

  // Equally many of them at every size, from all ages.
  const someIntent = (n: number): PaymentIntentId => {
    const intent = known[Math.floor((((n * 7919) % sampled) / sampled) * known.length)];
    if (intent === undefined) throw new Error('there are no intents yet');
    return intent;
  };

  const listener = createPaymentsListener(createPayments({ processor }));
  const server = createServer((request, response) => {
    if (request.url !== '/sample') {
      listener(request, response);
      return;
    }
    const intents = Array.from({ length: sampled }, (_, n) => someIntent(n));
    response.end(JSON.stringify({ customer, intents }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: urlForLoad(server),
    rounds: {
      fill: async (size) => {
        await fill(size);
        return { made };
      },
      get: async (count) => ({
        micros: await medianMicros(count, async (n) => {
          const payment_intent = someIntent(n);
          return () => run(processor.retrievePaymentIntent({ payment_intent }));
        }),
      }),
      page: async (count) => ({
        micros: await medianMicros(count, async (n) => {
          const starting_after = someIntent(n);
          return () => run(processor.listPaymentIntents({ customer, limit: 10, starting_after }));
        }),
      }),
      confirm: async (count) => ({
        micros: await medianMicros(count, async () => {
          const payment_intent = await createOpen();
          return () => run(processor.confirmPaymentIntent({ payment_intent }));
        }),
      }),
      refund: async (count) => ({
        micros: await medianMicros(count, async () => {
          const charge = as(ChargeId, (await create(true)).latest_charge);
          return () => run(processor.createRefund({ charge }));
        }),
      }),
      bytes: async (count) => {
        const before = usedBytes();
        // Without `fill`, which remembers the ids.
        await ratePerSecond(count, 1000, () => create(true));
        return { bytes: (usedBytes() - before) / count };
      },
    },
  };
});
