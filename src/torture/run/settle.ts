import { setTimeout as sleep } from 'node:timers/promises';
import { stableJson } from '../../domain/input/json.js';
import type { ShopOrder } from '../../domain/reconciliation/shop-order.js';
import { isNews, type Journal } from '../journal/journal.js';
import type { SettleOptions } from '../options/torture-options.js';
import type { ProcessorUnderTest } from '../processor/processor-under-test.js';

type Settling = SettleOptions & {
  readonly journal: Journal;
  readonly processor: Pick<ProcessorUnderTest, 'busy'>;
  readonly readOrders: () => Promise<ReadonlyArray<ShopOrder>>;
  readonly signal: AbortSignal;
};

/** The shop's orders once nothing happens any more. `settled` is false when the time to wait was over before. */
type Settled = {
  readonly shopOrders: ReadonlyArray<ShopOrder>;
  readonly settled: boolean;
};

const pollMs = 20;

/** Waits until nothing is on its way and nothing has happened for a while, and the shop's orders are what they were before it. */
export const settle = async ({
  journal,
  processor: { busy },
  readOrders,
  signal,
  quietMs = 1000,
  mostMs = 30_000,
}: Settling): Promise<Settled> => {
  const end = journal.now() + mostMs;
  const isOver = () => journal.now() >= end;

  /** Resolves once nothing has happened for so long. */
  const quiet = async (ms: number): Promise<void> => {
    let seen = journal.entries().length;
    let since = journal.now();
    while (!isOver() && (busy() > 0 || journal.now() - since < ms)) {
      await sleep(pollMs, undefined, { signal });
      const added = journal.entries().slice(seen);
      seen += added.length;
      if (busy() > 0 || added.some(isNews)) since = journal.now();
    }
  };

  await quiet(pollMs);
  let before = await readOrders();
  for (;;) {
    await quiet(quietMs);
    const shopOrders = await readOrders();
    const isSame = stableJson(shopOrders) === stableJson(before);
    if (isSame || isOver()) return { shopOrders, settled: isSame && busy() === 0 };
    before = shopOrders;
  }
};
