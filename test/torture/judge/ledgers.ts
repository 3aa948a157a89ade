import type { LedgerPayment } from '../../../src/domain/reconciliation/order-records.js';
import type { Ledgers, OrderLedger } from '../../../src/torture/judge/ledger.js';

/** A captured payment of 19.99 euros, unless `changes` say otherwise. */
export const payment = (id = 'pi_1', changes: Partial<LedgerPayment> = {}): LedgerPayment => {
  const captured = changes.captured ?? 1999;
  const refunds = changes.refunds ?? [];
  return {
    id,
    status: 'succeeded',
    currency: 'eur',
    captured,
    held: 0,
    charges: [
      {
        id: id.replace('pi', 'ch'),
        captured,
        refunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
      },
    ],
    refunds,
    ...changes,
  };
};

export const refundOf = (amount: number, status = 'succeeded', id = 're_1') => ({
  id,
  amount,
  status,
});

/** An order of 19.99 euros that was paid and written down, unless `changes` say otherwise. */
export const order = (changes: Partial<OrderLedger> = {}): OrderLedger => ({
  order: 1,
  id: 'o1-x',
  amount: 1999,
  currency: 'eur',
  payments: [payment()],
  shopOrders: [shopOrder()],
  answers: [{ outcome: 'paid' }],
  cameBackWithGoodCard: true,
  refunds: [],
  refusedEvents: [],
  ...changes,
});

/** The shop's side of it. */
export const shopOrder = (
  changes: Partial<OrderLedger['shopOrders'][number]> = {},
): OrderLedger['shopOrders'][number] => ({
  id: 'o1-x',
  amount: 1999,
  currency: 'EUR',
  state: 'paid',
  refunded: 0,
  shipments: 1,
  ...changes,
});

export const ledgersOf = (
  orders: ReadonlyArray<OrderLedger>,
  changes: Partial<Ledgers> = {},
): Ledgers => ({ when: 'visited', orders, strangePayments: [], deaths: [], ...changes });
