import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import * as fc from 'fast-check';
import type { LedgerPayment } from '../../../src/domain/reconciliation/order-records.js';
import { judgeLedgers } from '../../../src/torture/judge/judge-ledgers.js';
import type { OrderLedger } from '../../../src/torture/judge/ledger.js';
import { tortureRules } from '../../../src/torture/judge/torture-rules.js';
import { seed } from '../../support/inputs/seed.js';
import { ledgersOf, order, payment, refundOf, shopOrder } from './ledgers.js';

const price = fc.record({
  amount: fc.integer({ min: 100, max: 20_000 }).map((amount) => amount * 10),
  currency: fc.constantFrom('eur', 'jpy', 'kwd', 'usd'),
});

const answersBefore = fc.array(
  fc.constantFrom(null, { outcome: 'failed' as const }, { outcome: 'action' as const }),
  { maxLength: 2 },
);

/** Rows of the shop that came to nothing. */
const rowsBeside = fc.array(
  fc.constantFrom('open' as const, 'failed' as const, 'canceled' as const),
  { maxLength: 2 },
);

/** A paid order of a right shop: customers who tried before, charges given back, refunds in parts. */
const paidOrder = fc
  .tuple(price, answersBefore, rowsBeside, fc.boolean(), fc.integer({ min: 0, max: 2 }))
  .map(([{ amount, currency }, before, beside, corrected, parts]): OrderLedger => {
    const part = Math.floor(amount / 4);
    const made = Array.from({ length: parts }, (_, i) => refundOf(part, 'succeeded', `re_${i}`));
    const taken = payment('pi_1', { captured: amount, currency, refunds: made });
    const surplus = payment('pi_0', {
      captured: amount,
      currency,
      refunds: [refundOf(amount, 'succeeded', 're_own')],
    });
    return order({
      amount,
      currency,
      payments: corrected ? [surplus, taken] : [taken],
      shopOrders: [
        shopOrder({ amount, currency, refunded: part * parts }),
        ...beside.map((state, i) =>
          shopOrder({ id: `beside-${i}`, amount, currency, state, shipments: 0 }),
        ),
      ],
      answers: [...before, { outcome: 'paid' }],
      refunds: made.map(({ id }) => ({
        id: `asked-${id}`,
        amount: part,
        answer: { outcome: 'refunded' },
      })),
    });
  });

/** An order that nobody paid. */
const unpaidOrder = fc
  .tuple(price, fc.constantFrom('open' as const, 'failed' as const, 'canceled' as const))
  .map(
    ([{ amount, currency }, state]): OrderLedger =>
      order({
        amount,
        currency,
        payments: [payment('pi_1', { captured: 0, currency, status: 'requires_payment_method' })],
        shopOrders: [shopOrder({ amount, currency, state, shipments: 0 })],
        answers: [{ outcome: 'failed' }],
        cameBackWithGoodCard: false,
      }),
  );

const taken = ({ payments }: OrderLedger): LedgerPayment => payments.at(-1) ?? payment();
const untouched = (changed: OrderLedger): OrderLedger => ({
  ...changed,
  payments: [{ ...taken(changed), refunds: [] }],
  shopOrders: changed.shopOrders.map((row) => ({ ...row, refunded: 0 })),
  refunds: [],
});
const changePaid = (
  changed: OrderLedger,
  changes: Partial<OrderLedger['shopOrders'][number]>,
): OrderLedger => ({
  ...changed,
  shopOrders: changed.shopOrders.map((row) =>
    row.state === 'paid' ? { ...row, ...changes } : row,
  ),
});

/** Each makes one fault of a right, paid order. */
const faults: ReadonlyArray<readonly [rule: string, make: (right: OrderLedger) => OrderLedger]> = [
  [
    'charged_twice',
    (right) => ({
      ...right,
      payments: [...right.payments, { ...taken(right), id: 'pi_2', refunds: [] }],
    }),
  ],
  [
    'charged_without_order',
    (right) => ({
      ...right,
      shopOrders: right.shopOrders.filter(({ state }) => state !== 'paid' && state !== 'canceled'),
    }),
  ],
  ['order_without_charge', (right) => ({ ...untouched(right), payments: [] })],
  [
    'wrong_currency_units',
    (right) => ({
      ...right,
      currency: 'jpy',
      payments: right.payments.map((one) => ({
        ...one,
        currency: 'jpy',
        captured: one.id === 'pi_1' ? 100 * right.amount : one.captured,
      })),
      shopOrders: right.shopOrders.map((row) => ({ ...row, currency: 'jpy' })),
    }),
  ],
  [
    'wrong_amount',
    (right) => ({
      ...right,
      payments: right.payments.map((one) =>
        one.id === 'pi_1' ? { ...one, captured: one.captured - 1 } : one,
      ),
    }),
  ],
  [
    'wrong_currency',
    (right) => ({
      ...right,
      payments: right.payments.map((one) => ({ ...one, currency: 'gbp' })),
    }),
  ],
  [
    'refunded_too_much',
    (right) => {
      const plain = untouched(right);
      const half = Math.floor(right.amount / 4);
      return changePaid(
        {
          ...plain,
          payments: [
            { ...taken(plain), refunds: [refundOf(half), refundOf(half, 'succeeded', 're_2')] },
          ],
          refunds: [{ id: 'r1', amount: half, answer: { outcome: 'refunded' } }],
        },
        { refunded: half * 2 },
      );
    },
  ],
  [
    'refund_unknown',
    (right) => ({
      ...untouched(right),
      payments: [{ ...taken(right), refunds: [refundOf(10)] }],
    }),
  ],
  [
    'refund_not_made',
    (right) => ({
      ...untouched(right),
      refunds: [{ id: 'r1', amount: 10, answer: { outcome: 'refunded' } }],
    }),
  ],
  [
    'told_failed_but_refunded',
    (right) =>
      changePaid(
        {
          ...untouched(right),
          payments: [{ ...taken(right), refunds: [refundOf(10)] }],
          refunds: [{ id: 'r1', amount: 10, answer: { outcome: 'failed' } }],
        },
        { refunded: 10 },
      ),
  ],
  [
    'cannot_pay_with_3d_secure',
    (right) => ({
      ...untouched(right),
      payments: [],
      shopOrders: [shopOrder({ ...right.shopOrders[0], state: 'open', refunded: 0, shipments: 0 })],
      answers: [{ outcome: 'failed' }],
      cameBackWithGoodCard: false,
      onlyChallenged: true,
    }),
  ],
  ['told_failed_but_paid', (right) => ({ ...right, answers: [null, { outcome: 'failed' }] })],
  [
    'told_paid_but_not_charged',
    (right) => ({
      ...untouched(right),
      payments: [],
      shopOrders: [shopOrder({ ...right.shopOrders[0], state: 'open', refunded: 0, shipments: 0 })],
    }),
  ],
  [
    'ordered_twice',
    (right) => ({
      ...right,
      shopOrders: [
        ...right.shopOrders,
        ...right.shopOrders
          .filter(({ state }) => state === 'paid')
          .map((row) => ({ ...row, id: 'again', refunded: 0 })),
      ],
    }),
  ],
  ['shipped_twice', (right) => changePaid(right, { shipments: 2 })],
  ['stuck', (right) => changePaid(right, { state: 'pending', shipments: 0 })],
  [
    'webhook_refused',
    (right) => ({
      ...right,
      refusedEvents: [{ event: 'evt_1', type: 'charge.refunded', tries: 8, status: 500 }],
    }),
  ],
];

const rulesBroken = (orders: ReadonlyArray<OrderLedger>) =>
  judgeLedgers([ledgersOf(orders, { when: 'settled' }), ledgersOf(orders)]).map(
    ({ rule, order: number }) => `${rule} at ${number}`,
  );

describe('rules of the torture test, on arbitrary ledgers', () => {
  it('find nothing in right ones', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(paidOrder, unpaidOrder), { maxLength: 4 }), (orders) => {
        expect(rulesBroken(orders)).to.deep.equal([]);
      }),
      { seed, numRuns: 300 },
    );
  });

  for (const [rule, make] of faults) {
    it(`find ${rule} and nothing else when this is the only fault`, () => {
      fc.assert(
        fc.property(paidOrder, unpaidOrder, (paid, unpaid) => {
          const faulty = { ...make(paid), order: 2 };
          expect(rulesBroken([unpaid, faulty, { ...paid, order: 3 }])).to.deep.equal([
            `${rule} at 2`,
          ]);
        }),
        { seed, numRuns: 100 },
      );
    });
  }
});

describe('docs/torture-rules.md', () => {
  it('says of each rule what to do, under the title that its link names', async () => {
    const text = await readFile('docs/torture-rules.md', 'utf8');
    const sections = [...text.matchAll(/^## (.+)\n\n[^#]*\*\*What to do\.\*\*/gm)].map(
      ([, title]) => title,
    );
    expect(sections).to.deep.equal(tortureRules.map(({ title }) => title));
  });
});
