import type { ReconciliationLedger } from '../../application/ports/reconciliation-ledger.js';
import type { ReconciledOrder } from '../../domain/reconciliation/ledger-case.js';
import { OrdersProblem } from './orders-problem.js';

const batchSize = 1000;

/** Keeps the orders of a shop in a ledger, a batch at a time. Throws an `OrdersProblem` if an order is there twice. */
export const keepOrders = async (
  ledger: Pick<ReconciliationLedger, 'keep' | 'hasOrder'>,
  orders: AsyncIterable<ReconciledOrder>,
): Promise<void> => {
  let batch: Array<ReconciledOrder> = [];
  let ids = new Set<string>();
  for await (const order of orders) {
    const { id } = order;
    if (ids.has(id) || ledger.hasOrder(id)) {
      throw new OrdersProblem(`the order ${id} is there twice: each order is one line`);
    }
    ids.add(id);
    batch.push(order);
    if (batch.length < batchSize) continue;
    await ledger.keep('orders', batch, { cursor: null, done: false });
    batch = [];
    ids = new Set();
  }
  await ledger.keep('orders', batch, { cursor: null, done: true });
};
