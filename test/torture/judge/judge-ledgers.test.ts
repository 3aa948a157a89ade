import { expect } from 'chai';
import type { LedgerMoment } from '../../../src/domain/reconciliation/order-records.js';
import { judgeLedgers } from '../../../src/torture/judge/judge-ledgers.js';
import type { ForgedEvent, Ledgers, OrderLedger } from '../../../src/torture/judge/ledger.js';
import { tortureRules } from '../../../src/torture/judge/torture-rules.js';
import { ledgersOf, order, payment, refundOf, shopOrder } from './ledgers.js';

const found = (ledgers: Ledgers) =>
  judgeLedgers([ledgers]).map(({ rule, message }) => [rule, message]);

const asked = (amount: number, outcome: 'refunded' | 'failed' | 'pending' | null, id = 'r1') => ({
  id,
  amount,
  answer: outcome === null ? null : { outcome },
});

const unpaid = { state: 'open', shipments: 0 } as const;
const held = payment('pi_1', { status: 'requires_capture', captured: 0, held: 1999 });
const refusedEvent = { event: 'evt_1', type: 'payment_intent.succeeded', tries: 8, status: 500 };

const processing = payment('pi_1', { captured: 0, status: 'processing' });
const refusedDebit = payment('pi_1', { captured: 0, status: 'requires_payment_method' });

describe('rules of the torture test', () => {
  type Case = readonly [situation: string, order: Partial<OrderLedger>, when?: LedgerMoment];

  const right: ReadonlyArray<Case> = [
    ['a customer pays and gets one order', {}],
    ['a customer without an answer is charged, and has an order', { answers: [null] }],
    [
      'a declined customer leaves',
      {
        payments: [payment('pi_1', { captured: 0, status: 'requires_payment_method' })],
        shopOrders: [shopOrder(unpaid)],
        answers: [{ outcome: 'failed' }],
        cameBackWithGoodCard: false,
      },
    ],
    ...(
      [
        ['gets no response', [null, { outcome: 'failed' }]],
        ['has to wait', [{ outcome: 'pending' }]],
        ['is still at the bank', [{ outcome: 'action', payment: 'pi_1' }]],
      ] as const
    ).map(
      ([what, answers]): Case => [
        `a customer whose card needs 3D Secure ${what}`,
        {
          onlyChallenged: true,
          payments: [payment('pi_1', { captured: 0, status: 'requires_action' })],
          shopOrders: [shopOrder(unpaid)],
          answers,
          cameBackWithGoodCard: false,
        },
        'settled',
      ],
    ),
    [
      'one of two refunds failed, and the other one was made',
      {
        payments: [payment('pi_1', { refunds: [refundOf(500)] })],
        shopOrders: [shopOrder({ refunded: 500 })],
        refunds: [
          { id: 'r1', amount: 500, answer: { outcome: 'refunded' } },
          { id: 'r2', amount: 1900, answer: { outcome: 'failed' } },
        ],
      },
    ],
    [
      'the shop gives a second charge back, and a refund failed',
      {
        payments: [payment('pi_0', { refunds: [refundOf(1999)] }), payment('pi_1')],
        refunds: [{ id: 'r1', amount: 500, answer: { outcome: 'failed' } }],
      },
    ],
    [
      'a direct debit waits for the bank',
      {
        method: 'sepa_debit',
        payments: [processing],
        shopOrders: [shopOrder({ state: 'pending', shipments: 0 })],
        answers: [{ outcome: 'pending' }],
      },
    ],
    [
      'goods were sent before the bank refused, and the shop knows it',
      {
        method: 'sepa_debit',
        payments: [refusedDebit],
        shopOrders: [shopOrder({ state: 'failed' })],
        answers: [{ outcome: 'paid' }],
      },
      'answered',
    ],
    [
      'a declined customer takes another card',
      { answers: [{ outcome: 'failed' }, { outcome: 'paid' }] },
    ],
    [
      'a customer leaves 3D Secure alone',
      {
        payments: [payment('pi_1', { captured: 0, status: 'requires_action' })],
        shopOrders: [shopOrder(unpaid)],
        answers: [{ outcome: 'action' }],
        cameBackWithGoodCard: false,
      },
    ],
    [
      'a second tab is told "pending" while 3D Secure was left alone in the first',
      {
        payments: [payment('pi_1', { captured: 0, status: 'requires_action' })],
        shopOrders: [shopOrder({ state: 'pending', shipments: 0 })],
        answers: [{ outcome: 'action' }, { outcome: 'pending' }],
        cameBackWithGoodCard: false,
      },
    ],
    ['a customer was told "pending", and it was paid later', { answers: [{ outcome: 'pending' }] }],
    [
      'a second click is told "failed" because the first is being paid',
      { answers: [{ outcome: 'paid' }, { outcome: 'failed' }] },
    ],
    [
      'the shop gives a second charge back by itself',
      { payments: [payment('pi_1'), payment('pi_2', { refunds: [refundOf(1999)] })] },
    ],
    [
      'the shop gives a second charge back, and the staff a part of the first',
      {
        payments: [
          payment('pi_1', { refunds: [refundOf(500)] }),
          payment('pi_2', { refunds: [refundOf(1999, 'succeeded', 're_2')] }),
        ],
        shopOrders: [shopOrder({ refunded: 500 })],
        refunds: [asked(500, 'refunded')],
      },
    ],
    [
      'the shop cancels an order that it cannot send and gives the money back',
      {
        payments: [payment('pi_1', { refunds: [refundOf(1999)] })],
        shopOrders: [shopOrder({ state: 'canceled', shipments: 0 })],
      },
    ],
    [
      'the shop cancels an order for a fee',
      {
        payments: [payment('pi_1', { refunds: [refundOf(1500)] })],
        shopOrders: [shopOrder({ state: 'canceled', shipments: 0 })],
      },
    ],
    ['the shop has authorized and captures later', { payments: [held] }],
    [
      'the shop has authorized, says so, and writes the order when it captures',
      { payments: [held], shopOrders: [shopOrder(unpaid)] },
    ],
    [
      'the shop has authorized, which it calls pending',
      { payments: [held], shopOrders: [shopOrder({ state: 'pending', shipments: 0 })] },
    ],
    [
      'the staff gives money back before it was captured: the shop gives the hold back',
      {
        payments: [payment('pi_1', { status: 'canceled', captured: 0 })],
        shopOrders: [shopOrder({ state: 'canceled', shipments: 0 })],
        refunds: [asked(1999, 'refunded')],
      },
    ],
    [
      'the staff gives a part back before it was captured: the shop captures the rest',
      {
        payments: [payment('pi_1', { captured: 1499 })],
        shopOrders: [shopOrder({ refunded: 500 })],
        refunds: [asked(500, 'refunded')],
      },
    ],
    [
      'the staff gives a part back before it was captured, and the rest after that',
      {
        payments: [payment('pi_1', { captured: 1499, refunds: [refundOf(1499)] })],
        shopOrders: [shopOrder({ refunded: 1999 })],
        refunds: [asked(500, 'refunded'), asked(1499, 'refunded', 'r2')],
      },
    ],
    [
      'the shop gives a hold back and cancels the order',
      {
        payments: [payment('pi_1', { status: 'canceled', captured: 0 })],
        shopOrders: [shopOrder({ state: 'canceled', shipments: 0 })],
      },
    ],
    [
      'the shop captures a part and calls the rest refunded',
      {
        payments: [payment('pi_1', { captured: 1500 })],
        shopOrders: [shopOrder({ refunded: 499 })],
      },
    ],
    [
      'one of several orders in the shop is paid',
      {
        shopOrders: [
          shopOrder({ id: '7', state: 'canceled', shipments: 0 }),
          shopOrder({ id: '8', ...unpaid }),
          shopOrder({ id: '9' }),
        ],
      },
    ],
    [
      'the shop makes an order for each of two sellers',
      {
        shopOrders: [
          shopOrder({ id: '7', amount: 1500 }),
          shopOrder({ id: '8', amount: 499, state: 'refunded', refunded: 499 }),
        ],
        payments: [payment('pi_1', { refunds: [refundOf(499)] })],
      },
    ],
    [
      'the shop makes two orders of one purchase, and both are sent',
      { shopOrders: [shopOrder({ id: '7', amount: 999 }), shopOrder({ id: '8', amount: 1000 })] },
    ],
    [
      'parts are given back up to the whole',
      {
        payments: [
          payment('pi_1', { refunds: [refundOf(1000), refundOf(999, 'succeeded', 're_2')] }),
        ],
        shopOrders: [shopOrder({ state: 'refunded', refunded: 1999 })],
        refunds: [asked(1000, 'refunded'), asked(999, 'refunded', 'r2')],
      },
    ],
    [
      'all was given back, and the shop reports no amount of it',
      {
        payments: [payment('pi_1', { refunds: [refundOf(1999)] })],
        shopOrders: [{ id: 'o1-x', amount: 1999, state: 'refunded' }],
        refunds: [asked(1999, 'refunded')],
      },
    ],
    [
      'the shop does not report what was given back',
      {
        payments: [payment('pi_1', { refunds: [refundOf(500)] })],
        shopOrders: [{ id: 'o1-x', amount: 1999, state: 'paid' }],
        refunds: [asked(500, 'refunded')],
      },
    ],
    [
      'a refund is on its way, and the shop counts it once it arrived',
      {
        payments: [payment('pi_1', { refunds: [refundOf(500, 'pending')] })],
        refunds: [asked(500, 'refunded')],
      },
    ],
    ['a refund was answered "failed", and was not made', { refunds: [asked(500, 'failed')] }],
    [
      'the shop gives money back by itself',
      {
        payments: [payment('pi_1', { refunds: [refundOf(300)] })],
        shopOrders: [shopOrder({ refunded: 300 })],
      },
    ],
    [
      'staff without an answer has not come back yet, and the shop has not heard of the refund',
      {
        payments: [payment('pi_1', { refunds: [refundOf(500)] })],
        refunds: [asked(500, null)],
      },
      'settled',
    ],
    [
      'staff without an answer has not come back yet, and the shop has reserved the amount',
      { shopOrders: [shopOrder({ refunded: 500 })], refunds: [asked(500, null)] },
      'settled',
    ],
    [
      'a customer without an answer has not come back yet, and nothing was charged',
      {
        payments: [],
        shopOrders: [shopOrder({ state: 'pending', shipments: 0 })],
        answers: [null],
      },
      'settled',
    ],
    [
      'a customer was told "failed", has not come back yet, and nothing was charged',
      { payments: [], shopOrders: [shopOrder(unpaid)], answers: [{ outcome: 'failed' }] },
      'settled',
    ],
    [
      'the shop canceled an order that was not paid in time',
      {
        payments: [],
        shopOrders: [shopOrder({ state: 'canceled', shipments: 0 })],
        answers: [null, { outcome: 'failed' }],
      },
    ],
    [
      'the shop said "pending" and waits until the customer comes back',
      {
        payments: [],
        shopOrders: [shopOrder({ state: 'pending', shipments: 0 })],
        answers: [{ outcome: 'pending' }],
      },
      'settled',
    ],
    [
      'the shop said "pending", and later that the payment failed',
      {
        payments: [],
        shopOrders: [shopOrder({ state: 'failed', shipments: 0 })],
        answers: [{ outcome: 'pending' }],
      },
    ],
    [
      'a payment takes days',
      {
        payments: [payment('pi_1', { captured: 0, status: 'processing' })],
        shopOrders: [shopOrder({ state: 'pending', shipments: 0 })],
        answers: [{ outcome: 'pending' }],
      },
    ],
    [
      'the shop reports neither currency nor shipments',
      { shopOrders: [{ id: 'o1-x', amount: 1999, state: 'paid' }] },
    ],
  ];

  for (const [situation, changes, when = 'visited'] of right) {
    it(`say nothing when ${situation}`, () => {
      expect(found(ledgersOf([order(changes)], { when }))).to.deep.equal([]);
    });
  }

  describe('about a forged event', () => {
    const open = [shopOrder(unpaid)];
    const forged = {
      order: 1,
      type: 'payment_intent.succeeded',
      status: 200,
      before: open,
      after: open,
    };
    const judged = (changes: Partial<ForgedEvent>) =>
      found(ledgersOf([], { forged: { ...forged, ...changes } }));

    it('say nothing when the shop answered 200 and did nothing, or the order was paid before', () => {
      expect(judged({})).to.deep.equal([]);
      expect(judged({ before: [shopOrder()], after: [shopOrder()] })).to.deep.equal([]);
    });

    it('name the order that was paid by it', () => {
      expect(judged({ after: [shopOrder()] })).to.deep.equal([
        [
          'forged_event_accepted',
          "payment_intent.succeeded came with the signature of somebody else and got 200, and the shop's order o1-x is paid after that",
        ],
      ]);
      expect(judged({ after: [shopOrder({ state: 'failed' })] })).to.have.lengthOf(1);
    });
  });

  type Wrong = readonly [
    rule: string,
    message: string,
    order: Partial<OrderLedger>,
    when?: LedgerMoment,
  ];

  const wrong: ReadonlyArray<Wrong> = [
    [
      'told_failed_but_refunded',
      'the staff was told "failed" about a refund of 5.00 EUR, but 5.00 EUR was given back',
      {
        payments: [payment('pi_1', { refunds: [refundOf(500)] })],
        shopOrders: [shopOrder({ refunded: 500 })],
        refunds: [{ id: 'r1', amount: 500, answer: { outcome: 'failed' } }],
      },
    ],
    [
      'cannot_pay_with_3d_secure',
      'a customer whose card needs 3D Secure was not asked to pass it, and was told "failed"; the shop\'s order o1-x is open',
      {
        onlyChallenged: true,
        payments: [payment('pi_1', { captured: 0, status: 'requires_action' })],
        shopOrders: [shopOrder(unpaid)],
        answers: [{ outcome: 'failed' }],
        cameBackWithGoodCard: false,
      },
      'settled',
    ],
    [
      'cannot_pay_with_3d_secure',
      'a customer whose card needs 3D Secure passed it, and was told "failed"; the shop\'s order o1-x is open',
      {
        onlyChallenged: true,
        payments: [payment('pi_1', { captured: 0, status: 'requires_payment_method' })],
        shopOrders: [shopOrder(unpaid)],
        answers: [{ outcome: 'action' }, { outcome: 'failed' }],
        cameBackWithGoodCard: false,
      },
      'settled',
    ],
    [
      'charged_twice',
      'two charges of 19.99 EUR (pi_1, pi_2) for one order',
      { payments: [payment('pi_1'), payment('pi_2')] },
      'settled',
    ],
    [
      'charged_twice',
      'two charges for one order of 19.99 EUR: 19.99 EUR (pi_1) and 5.00 EUR (pi_2), and only 1.00 EUR was given back',
      {
        payments: [
          payment('pi_1', { refunds: [refundOf(100)] }),
          payment('pi_2', { captured: 500 }),
        ],
        shopOrders: [shopOrder({ refunded: 100 })],
      },
    ],
    [
      'charged_twice',
      'three charges of 1500 JPY (pi_1, pi_2, pi_3) for one order',
      {
        amount: 1500,
        currency: 'jpy',
        payments: ['pi_1', 'pi_2', 'pi_3'].map((id) =>
          payment(id, { captured: 1500, currency: 'jpy' }),
        ),
        shopOrders: [shopOrder({ amount: 1500, currency: 'JPY' })],
      },
    ],
    [
      'charged_without_order',
      '19.99 EUR was charged (pi_1), but the shop has no order',
      { shopOrders: [], answers: [null] },
      'settled',
    ],
    [
      'charged_without_order',
      "19.99 EUR was charged (pi_1), but the shop's order 7 is failed and the shop's order 8 is open",
      {
        shopOrders: [
          shopOrder({ id: '7', state: 'failed', shipments: 0 }),
          shopOrder({ id: '8', ...unpaid }),
        ],
      },
      'settled',
    ],
    [
      'order_without_charge',
      "the shop's order o1-x is paid, but nothing of 19.99 EUR was charged",
      { payments: [] },
      'settled',
    ],
    [
      'order_without_charge',
      "the shop's order o1-x is paid, but nothing of 19.99 EUR was charged",
      { method: 'sepa_debit', payments: [refusedDebit] },
      'answered',
    ],
    [
      'stuck',
      'the customer was told "pending", nothing was charged, and the shop\'s order o1-x is pending for ever',
      {
        method: 'sepa_debit',
        payments: [refusedDebit],
        shopOrders: [shopOrder({ state: 'pending', shipments: 0 })],
        answers: [{ outcome: 'pending' }],
      },
      'answered',
    ],
    [
      'order_without_charge',
      "the goods of the shop's order o1-x were sent, but nothing of 19.99 EUR was charged",
      {
        payments: [],
        shopOrders: [shopOrder({ state: 'open', shipments: 1 })],
        answers: [{ outcome: 'failed' }],
        cameBackWithGoodCard: false,
      },
    ],
    [
      'order_without_charge',
      "the shop's order o1-x is paid, but all that was charged was given back, and nobody asked for it",
      {
        payments: [
          payment('pi_1', { refunds: [refundOf(1999)] }),
          payment('pi_2', { refunds: [refundOf(1999, 'succeeded', 're_2')] }),
        ],
        shopOrders: [{ id: 'o1-x', amount: 1999, state: 'paid' }],
      },
    ],
    [
      'wrong_amount',
      'the order costs 19.99 EUR, but the charge is 19.98 EUR (pi_1)',
      { payments: [payment('pi_1', { captured: 1998 })] },
      'settled',
    ],
    [
      'wrong_currency_units',
      'the order costs 19.990 KWD, and KWD has three decimals, but the charge is 199.900 KWD (pi_1)',
      {
        amount: 19_990,
        currency: 'kwd',
        payments: [payment('pi_1', { captured: 199_900, currency: 'kwd' })],
        shopOrders: [shopOrder({ amount: 19_990, currency: 'kwd' })],
      },
    ],
    [
      'wrong_amount',
      "the order costs 19.99 EUR, but the shop's order o1-x has 19.98 EUR",
      { shopOrders: [shopOrder({ amount: 1998 })] },
    ],
    [
      'wrong_currency',
      'the order costs 19.99 EUR, but the charge is 19.99 USD (pi_1)',
      { payments: [payment('pi_1', { currency: 'usd' })] },
    ],
    [
      'wrong_currency',
      "the order costs 19.99 EUR, but the shop's order o1-x is in USD",
      { shopOrders: [shopOrder({ currency: 'USD' })] },
    ],
    [
      'refunded_too_much',
      'the staff asked to give back 5.00 EUR, but 10.00 EUR (re_1; re_2) was given back',
      {
        payments: [
          payment('pi_1', { refunds: [refundOf(500), refundOf(500, 'succeeded', 're_2')] }),
        ],
        shopOrders: [shopOrder({ refunded: 1000 })],
        refunds: [asked(500, 'refunded')],
      },
    ],
    [
      'refund_unknown',
      "5.00 EUR (re_1) was given back, but the shop's order o1-x is paid with no refund",
      {
        payments: [payment('pi_1', { refunds: [refundOf(500)] })],
        refunds: [asked(500, 'failed')],
      },
      'settled',
    ],
    [
      'refund_unknown',
      "10.00 EUR (re_1; re_2) was given back, but the shop's order o1-x is paid with refunds of 5.00 EUR",
      {
        payments: [
          payment('pi_1', { refunds: [refundOf(500), refundOf(500, 'succeeded', 're_2')] }),
        ],
        shopOrders: [shopOrder({ refunded: 500 })],
        refunds: [asked(500, 'refunded'), asked(500, null, 'r2')],
      },
    ],
    [
      'refund_not_made',
      'the staff was told that 5.00 EUR is refunded, but nothing was given back',
      { refunds: [asked(500, 'refunded')] },
      'settled',
    ],
    [
      'refund_not_made',
      'the staff was told that a refund is pending, 5.00 EUR in all, but nothing was given back',
      { refunds: [asked(500, 'pending')] },
    ],
    [
      'refund_not_made',
      'the shop says that 19.99 EUR was given back, but 5.00 EUR (re_1, pending) was given back',
      {
        payments: [payment('pi_1', { refunds: [refundOf(500, 'pending')] })],
        shopOrders: [{ id: 'o1-x', amount: 1999, state: 'refunded' }],
        refunds: [asked(500, 'refunded')],
      },
    ],
    [
      'told_failed_but_paid',
      'the customer was told "failed" (Time-out.), but 19.99 EUR was charged (pi_1); the shop\'s order o1-x is failed',
      {
        shopOrders: [shopOrder({ state: 'failed', shipments: 0 })],
        answers: [{ outcome: 'failed', message: ' Time-out.\n' }],
      },
      'settled',
    ],
    [
      'told_failed_but_paid',
      'the customer was told "failed", but 19.99 EUR was charged (pi_1); the shop\'s order o1-x is pending',
      {
        shopOrders: [shopOrder({ state: 'pending', shipments: 0 })],
        answers: [{ outcome: 'action' }, { outcome: 'failed' }],
      },
    ],
    [
      'told_paid_but_not_charged',
      'the customer was told "paid", but nothing of 19.99 EUR was charged; the shop\'s order o1-x is open',
      { payments: [], shopOrders: [shopOrder(unpaid)] },
      'settled',
    ],
    [
      'ordered_twice',
      'two paid orders in the shop for one purchase: 7 and 8',
      { shopOrders: [shopOrder({ id: '7' }), shopOrder({ id: '8' })] },
    ],
    [
      'ordered_twice',
      '11 paid orders in the shop for one purchase: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 10',
      { shopOrders: Array.from({ length: 11 }, (_, id) => shopOrder({ id: String(id) })) },
    ],
    [
      'told_failed_but_paid',
      `the customer was told "failed" (${'a '.repeat(79)}a…), but 19.99 EUR was charged (pi_1); the shop's order o1-x is paid`,
      { answers: [{ outcome: 'failed', message: 'a '.repeat(200) }] },
    ],
    [
      'shipped_twice',
      'two shipments for one purchase (order o1-x)',
      { shopOrders: [shopOrder({ shipments: 2 })] },
    ],
    [
      'shipped_twice',
      'two shipments for one purchase (order 7, order 8)',
      { shopOrders: [shopOrder({ id: '7', state: 'canceled' }), shopOrder({ id: '8' })] },
    ],
    [
      'stuck',
      "19.99 EUR was charged (pi_1), and the shop's order o1-x is pending for ever",
      { shopOrders: [shopOrder({ state: 'pending', shipments: 0 })], answers: [null] },
      'settled',
    ],
    [
      'stuck',
      'the customer was told "pending", nothing was charged, and the shop\'s order o1-x is pending for ever',
      {
        payments: [],
        shopOrders: [shopOrder({ state: 'pending', shipments: 0 })],
        answers: [null, { outcome: 'pending' }],
      },
    ],
    [
      'stuck',
      'a customer who comes back with a good card is told "failed" (Gone.), and nothing is charged; the shop\'s order o1-x is failed',
      {
        payments: [],
        shopOrders: [shopOrder({ state: 'failed', shipments: 0 })],
        answers: [{ outcome: 'failed' }, { outcome: 'failed', message: 'Gone.' }],
      },
    ],
    [
      'stuck',
      "a customer who comes back with a good card gets no response, and nothing is charged; the shop's order o1-x is pending",
      {
        payments: [],
        shopOrders: [shopOrder({ state: 'pending', shipments: 0 })],
        answers: [null, null],
      },
    ],
    [
      'stuck',
      "19.99 EUR is held on the card (pi_1), but the shop's order o1-x is failed",
      {
        payments: [held],
        shopOrders: [shopOrder({ state: 'failed', shipments: 0 })],
        answers: [{ outcome: 'failed' }],
      },
    ],
    [
      'stuck',
      "19.99 EUR is held on the card (pi_1), but the shop's order o1-x is open",
      { payments: [held], shopOrders: [shopOrder(unpaid)], answers: [null, null] },
    ],
    [
      'stuck',
      '19.99 EUR is held on the card (pi_2), more than is due for an order of 19.99 EUR of which 19.99 EUR is paid',
      { payments: [payment('pi_1'), { ...held, id: 'pi_2' }] },
    ],
    [
      'webhook_refused',
      'payment_intent.succeeded (evt_1) was refused 8 times, the last time with 500, and two other events too',
      {
        refusedEvents: [
          refusedEvent,
          { ...refusedEvent, event: 'evt_2' },
          { ...refusedEvent, event: 'evt_3' },
        ],
      },
    ],
    [
      'webhook_refused',
      'payment_intent.succeeded (evt_1) was refused 8 times, the last time without a response',
      { refusedEvents: [{ ...refusedEvent, status: null }] },
      'settled',
    ],
  ];

  for (const [rule, message, changes, when = 'visited'] of wrong) {
    it(`find ${rule}: ${message}`, () => {
      expect(found(ledgersOf([order(changes)], { when }))).to.deep.equal([[rule, message]]);
    });
  }

  it('find charges of no order, and show five of them', () => {
    const strange = ['pi_1', 'pi_2', 'pi_3', 'pi_4', 'pi_5', 'pi_6', 'pi_7'].map((id) =>
      payment(id, { captured: 500 }),
    );
    const givenBack = payment('pi_8', { refunds: [refundOf(1999)] });
    expect(found(ledgersOf([order()], { strangePayments: [...strange, givenBack] }))).to.deep.equal(
      [
        [
          'charged_without_order',
          'seven charges of no order in the run: 5.00 EUR (pi_1), 5.00 EUR (pi_2), 5.00 EUR (pi_3), 5.00 EUR (pi_4) and 5.00 EUR (pi_5), and two more',
        ],
      ],
    );
  });

  it('find what is about no order first, and then by order', () => {
    const lost = (number: number) => order({ order: number, shopOrders: [] });
    const strangePayments = [payment('pi_9', { captured: 500 })];
    const findings = judgeLedgers([ledgersOf([lost(3), lost(2)], { strangePayments })]);
    expect(findings.map((finding) => finding.order)).to.deep.equal([null, 2, 3]);
  });

  it('accuse nobody of an order whose payment the tool may not have recognized', () => {
    const unlinked = order({ payments: [] });
    expect(found(ledgersOf([unlinked], { strangePayments: [payment()] }))).to.deep.equal([]);
    expect(found(ledgersOf([unlinked], { strangePayments: [held] }))).to.deep.equal([]);
    const twice = { strangePayments: [payment('pi_1'), payment('pi_2')] };
    expect(found(ledgersOf([unlinked], twice))).to.deep.equal([
      ['charged_without_order', 'one charge of no order in the run: 19.99 EUR (pi_2)'],
    ]);
  });

  const deaths: ReadonlyArray<readonly [string, Ledgers['deaths']]> = [
    [
      "the shop's program ended by itself with exit code 1: TypeError: order is null",
      [
        {
          code: 1,
          output: 'ready\nTypeError: order is null\n    at pay (shop.js:1:1)\n\nNode.js v20\n',
        },
      ],
    ],
    [
      "the shop's program ended by itself two times, the last time by a signal: out of memory",
      [
        { code: 1, output: '' },
        { code: null, output: 'ready\nout of memory\n' },
      ],
    ],
    ["the shop's program ended by itself with exit code 0", [{ code: 0, output: ' \n' }]],
  ];
  for (const [message, list] of deaths) {
    it(`find shop_died: ${message}`, () => {
      expect(judgeLedgers([ledgersOf([order()], { deaths: list })])).to.deep.equal([
        { rule: 'shop_died', order: null, message },
      ]);
    });
  }

  it('find shop_hung, with the first time and how often', () => {
    const hangs = [
      { since: 1234, problem: 'orders() did not respond within 15 s' },
      { since: 90_000, problem: 'HTTP 500' },
    ];
    expect(judgeLedgers([ledgersOf([order()], { hangs })])).to.deep.equal([
      {
        rule: 'shop_hung',
        order: null,
        message:
          'the shop stood still since 1.2 s of the run, and had to be killed, two times: orders() did not respond within 15 s',
      },
    ]);
  });

  it('find a breach once that stands in the ledgers of both moments, in the words of the first', () => {
    const charged = order({ shopOrders: [], answers: [null] });
    const chargedAgain = { ...charged, payments: [payment('pi_1'), payment('pi_2')] };
    expect(
      judgeLedgers([ledgersOf([charged], { when: 'settled' }), ledgersOf([chargedAgain])]),
    ).to.deep.equal([
      {
        rule: 'charged_twice',
        order: 1,
        message: 'two charges of 19.99 EUR (pi_1, pi_2) for one order',
      },
      {
        rule: 'charged_without_order',
        order: 1,
        message: '19.99 EUR was charged (pi_1), but the shop has no order',
      },
    ]);
  });

  it('sort the findings of a rule by order', () => {
    const orders = [9, 10, 2].map((number) => order({ order: number, shopOrders: [] }));
    expect(judgeLedgers([ledgersOf(orders)]).map(({ order: number }) => number)).to.deep.equal([
      2, 9, 10,
    ]);
  });

  it('have titles and links that belong to their names', () => {
    for (const { name, title, link, explanation } of tortureRules) {
      expect(title.toLowerCase().replaceAll(' ', '_')).to.equal(name);
      expect(link).to.equal(
        `https://github.com/pasarela-payments/pasarela/blob/main/docs/torture-rules.md#${name.replaceAll('_', '-')}`,
      );
      expect(explanation).to.match(/^[A-Z].*\.$/);
    }
  });
});
