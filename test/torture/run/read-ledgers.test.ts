import { expect } from 'chai';
import type { LedgerPayment } from '../../../src/domain/reconciliation/order-records.js';
import type { ShopOrder } from '../../../src/domain/reconciliation/shop-order.js';
import { createJournal } from '../../../src/torture/journal/journal.js';
import type { PayAnswer } from '../../../src/torture/options/driver.js';
import { matchShopOrders, readLedgers } from '../../../src/torture/run/read-ledgers.js';

const played = (number: number, answers: ReadonlyArray<PayAnswer | null> = []) => ({
  order: {
    number,
    amount: 1999,
    currency: 'eur',
    incidents: [],
    id: `o${number}-abc`,
    email: `o${number}-abc@example.com`,
  },
  answers,
  cameBackWithGoodCard: true,
  refunds: [],
});

const shopOrder = (fields: Partial<ShopOrder>): ShopOrder => ({
  id: 'W-1',
  amount: 1999,
  state: 'paid',
  ...fields,
});

const payment = (id: string, captured: number): LedgerPayment => ({
  id,
  status: 'succeeded',
  currency: 'eur',
  captured,
  held: 0,
  charges: [{ id: `ch_${id}`, captured, refunded: 0 }],
  refunds: [],
});

describe('an order of the shop', () => {
  const orderOf = (id: string) => (id === 'pi_2' || id === 'cs_2' ? 2 : null);
  const all = [played(1, [{ outcome: 'paid', order: 'W-1' }, null]), played(2)];
  const cases: ReadonlyArray<readonly [string, Partial<ShopOrder>, number | null]> = [
    ['by its id', { id: 'o2-abc' }, 2],
    ['by its reference', { id: '77', reference: 'o2-abc' }, 2],
    ['by the payment in its reference', { id: '77', reference: 'pi_2' }, 2],
    ['by the checkout session that is its id', { id: 'cs_2' }, 2],
    ['by the id that pay() returned', { id: 'W-1' }, 1],
    ['by its id if nobody knows its reference', { id: 'o2-abc', reference: 'invoice 9' }, 2],
    ['of another run: to none', { id: 'o2-xyz', reference: 'pi_9' }, null],
  ];
  for (const [name, fields, number] of cases) {
    it(`belongs to an order of the plan ${name}`, () => {
      expect(matchShopOrders(all, { orderOf })(shopOrder(fields))).to.equal(number);
    });
  }
});

describe('the ledgers', () => {
  it('hold each payment once: by the processor, by the reference of an order, or as a strange one', () => {
    const journal = createJournal(() => 0);
    journal.add(null, { kind: 'shop_died', code: 1, output: 'Error: out of memory' });
    const orders = [
      shopOrder({ id: 'o1-abc', reference: 'pi_b' }),
      shopOrder({ id: 'o2-abc', reference: 'ch_pi_c' }),
      shopOrder({ id: 'pi_f', reference: 'o2-abc' }),
    ];
    const ledgers = readLedgers(
      'settled',
      [played(1, [{ outcome: 'action', payment: 'pi_fromAnswer_secret_x' }]), played(2)],
      orders,
      {
        orderOf: () => null,
        payments: () => [
          { ...payment('pi_a', 1999), order: 1 },
          { ...payment('pi_b', 1999), order: null },
          { ...payment('pi_c', 1999), order: null },
          { ...payment('pi_d', 1999), order: null },
          { ...payment('pi_e', 0), order: null },
          { ...payment('pi_fromAnswer', 1999), order: null },
          { ...payment('pi_f', 1999), order: null },
        ],
        refusedEvents: () => [
          { event: 'evt_1', type: 'charge.refunded', tries: 8, status: 500, order: 2 },
        ],
      },
      journal,
    );
    expect(ledgers.orders.map(({ payments }) => payments.map(({ id }) => id))).to.deep.equal([
      ['pi_a', 'pi_b', 'pi_fromAnswer'],
      ['pi_c', 'pi_f'],
    ]);
    expect(ledgers.strangePayments.map(({ id }) => id)).to.deep.equal(['pi_d']);
    expect(ledgers.orders.map(({ shopOrders }) => shopOrders)).to.deep.equal([
      [orders[0]],
      [orders[1], orders[2]],
    ]);
    expect(ledgers.orders[1]?.refusedEvents).to.have.lengthOf(1);
    expect(ledgers.deaths).to.deep.equal([{ code: 1, output: 'Error: out of memory' }]);
  });

  it('are read although the database of the shop has many orders of earlier runs', () => {
    const orders = Array.from({ length: 100_000 }, (_, number) =>
      shopOrder({ id: `old-${number}` }),
    );
    const processor = { orderOf: () => null, payments: () => [], refusedEvents: () => [] };
    const journal = createJournal(() => 0);
    const ledgers = readLedgers('settled', [played(1)], orders, processor, journal);
    expect(ledgers.orders[0]?.shopOrders).to.deep.equal([]);
  });
});
