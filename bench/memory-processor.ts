import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Field } from '../src/domain/field.js';
import {
  ChargeId,
  CustomerId,
  PaymentIntentId,
  PaymentMethodId,
  TokenId,
} from '../src/domain/ids.js';
import { Cents } from '../src/domain/money.js';
import { createMemoryProcessor, type MemoryProcessor } from '../src/memory.js';

// Measures the in-memory processor as the number of one customer's payments grows.
// npx tsc && node --expose-gc --max-old-space-size=8000 build/bench/memory-processor.js

const sizes = [10, 1_000, 100_000, 1_000_000];
const rounds = 2_000;

const run = async <L, A>(task: TE.TaskEither<L, A>): Promise<A> => {
  const result = await task();
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

const as = <A, O>(field: Field<A, O>, value: unknown): A => {
  const refined = field.refine(value);
  if (E.isLeft(refined)) throw new Error(JSON.stringify(refined.left));
  return refined.right;
};

type Shop = {
  readonly processor: MemoryProcessor;
  readonly customer: CustomerId;
  readonly card: PaymentMethodId;
};

const openShop = async (keepEvents: number): Promise<Shop> => {
  const processor = createMemoryProcessor({ seed: 1, keepEvents });
  const { id } = await run(processor.createCustomer({ name: 'Ana' }));
  const customer = as(CustomerId, id);
  const source = as(TokenId, 'tok_visa');
  const card = await run(processor.createCard({ customer, source }));
  return { processor, customer, card: as(PaymentMethodId, card.id) };
};

const create = ({ processor, customer, card }: Shop, confirm: boolean) =>
  processor.createPaymentIntent({
    amount: as(Cents, 1999),
    currency: 'eur',
    customer,
    payment_method: card,
    confirmation_method: 'manual',
    confirm,
  });

const fill = async (shop: Shop, count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await run(create(shop, true));
};

const microseconds = async (
  count: number,
  step: (i: number) => Promise<unknown>,
): Promise<string> => {
  const start = process.hrtime.bigint();
  for (let i = 0; i < count; i += 1) await step(i);
  return (Number(process.hrtime.bigint() - start) / 1_000 / count).toFixed(1);
};

const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const measure = async (size: number): Promise<Readonly<Record<string, string>>> => {
  const shop = await openShop(10_000);
  const { processor, customer } = shop;
  await fill(shop, size);
  const oldest = await oldestOf(shop);
  const intents: Array<PaymentIntentId> = [];
  const charges: Array<ChargeId> = [];
  const created = await microseconds(rounds, async () => {
    intents.push(as(PaymentIntentId, (await run(create(shop, false))).id));
  });
  const confirmed = await microseconds(rounds, async (i) => {
    const payment_intent = intents[i];
    if (payment_intent === undefined) return;
    const intent = await run(processor.confirmPaymentIntent({ payment_intent }));
    charges.push(as(ChargeId, intent.latest_charge));
  });
  const refunded = await microseconds(rounds, async (i) => {
    const charge = charges[i];
    if (charge !== undefined) await run(processor.createRefund({ charge }));
  });
  const page = (cursor: object) =>
    microseconds(rounds, () =>
      run(processor.listPaymentIntents({ customer, limit: 10, ...cursor })),
    );
  return {
    intents: size.toLocaleString('en'),
    'create (us)': created,
    'confirm (us)': confirmed,
    'refund (us)': refunded,
    'first page (us)': await page({}),
    'page after a cursor (us)': await page({ starting_after: intents[0] }),
    'page newer than the oldest (us)': await page({ ending_before: oldest }),
  };
};

const oldestOf = async (shop: Shop): Promise<PaymentIntentId> => {
  const row = shop.processor.controls.snapshot().state.intents.rows[0];
  if (row === undefined) throw new Error('no intents');
  return as(PaymentIntentId, row[1].id);
};

const bytesPerIntent = async (count: number, keepEvents: number): Promise<string> => {
  const shop = await openShop(keepEvents);
  await fill(shop, 1_000);
  const before = heap();
  await fill(shop, count);
  const after = heap();
  // Keeps the shop from garbage collection until after the measurement.
  await run(create(shop, false));
  return Math.round((after - before) / count).toLocaleString('en');
};

const rows: Array<Readonly<Record<string, string>>> = [];
await measure(1_000);
for (const size of sizes) rows.push(await measure(size));
console.table(rows);
console.table([
  {
    'bytes a paid intent, with its charge': await bytesPerIntent(100_000, 0),
    'and with its three events too': await bytesPerIntent(100_000, 1_000_000),
  },
]);
