import type {
  CallEntry,
  JournalEntry,
  WebhookEntry,
} from '../../../src/torture/journal/journal.js';
import type { OrderLedger } from '../../../src/torture/judge/ledger.js';
import type { Plan, PlannedOrder } from '../../../src/torture/plan/plan.js';
import type { TortureResult } from '../../../src/torture/result/torture-result.js';
import type { RunResult } from '../../../src/torture/run/run-result.js';

/** Ids of the length that the processor's have. */
export const paymentId = (end: string): string => `pi_3Q7mXb2eZvKYlo2C0000${end}`;

/** A call of the shop that succeeded, with what is different about it. */
export const callEntry = (
  at: number,
  order: number,
  call: Partial<CallEntry> = {},
): JournalEntry => ({
  at,
  order,
  kind: 'call',
  call: 1,
  name: 'POST /v1/payment_intents',
  nth: 1,
  attempt: 1,
  byBrowser: false,
  events: true,
  method: 'POST',
  path: '/v1/payment_intents',
  key: 'k1',
  done: true,
  status: 200,
  processorStatus: 200,
  replayed: false,
  object: paymentId('x7Kd'),
  state: 'succeeded',
  error: null,
  amount: 1999,
  ms: 4,
  ...call,
});

/** A webhook that the shop accepted, with what is different about it. */
export const webhookEntry = (
  at: number,
  order: number,
  webhook: Partial<WebhookEntry> = {},
): JournalEntry => ({
  at,
  order,
  kind: 'webhook',
  event: 'evt_1',
  type: 'payment_intent.succeeded',
  attempt: 1,
  status: 200,
  error: null,
  since: at - 3,
  ...webhook,
});

export const plannedOrder = (
  number: number,
  incidents: PlannedOrder['incidents'] = [],
): PlannedOrder => ({ number, amount: 1999, currency: 'eur', incidents });

/** A ledger in which all is well, with what is different about it. */
export const orderLedger = (order: number, ledger: Partial<OrderLedger> = {}): OrderLedger => ({
  order,
  id: `o${order}-k3x9`,
  amount: 1999,
  currency: 'eur',
  payments: [
    {
      id: paymentId('x7Kd'),
      status: 'succeeded',
      currency: 'eur',
      captured: 1999,
      held: 0,
      charges: [{ id: 'ch_1', captured: 1999, refunded: 0 }],
      refunds: [],
    },
  ],
  shopOrders: [{ id: String(order), amount: 1999, state: 'paid' }],
  answers: [{ outcome: 'paid' }],
  cameBackWithGoodCard: true,
  refunds: [],
  refusedEvents: [],
  ...ledger,
});

/** A run of orders, with what happened. */
export const runOf = (
  orders: Plan['orders'],
  journal: ReadonlyArray<JournalEntry>,
  ledgers: ReadonlyArray<OrderLedger>,
): RunResult => ({
  plan: { version: 1, seed: 42, atOnce: 8, orders },
  ledgers: [{ when: 'visited', orders: ledgers, strangePayments: [], deaths: [] }],
  journal,
  otherShopOrders: [],
  settled: true,
  happened: new Set(
    journal.flatMap((entry) => (entry.kind === 'incident' ? [entry.incident] : [])),
  ),
  took: 41_250,
});

const twice: PlannedOrder = plannedOrder(17, [
  { id: 'i40', kind: 'answer_lost', call: 1 },
  { id: 'i41', kind: 'retries', key: 'same' },
]);

const chargedTwice: ReadonlyArray<JournalEntry> = [
  {
    at: 3000,
    order: 17,
    kind: 'pays',
    attempt: 1,
    key: 'a1',
    card: 'pm_card_visa',
    why: 'first',
  },
  { at: 3310, order: 17, kind: 'incident', incident: 'i40' },
  callEntry(3310, 17, { status: null, ms: 6 }),
  { at: 3320, order: 17, kind: 'answered', attempt: 1, answer: null, problem: 'HTTP 502' },
  { at: 3340, order: 17, kind: 'incident', incident: 'i41' },
  {
    at: 3340,
    order: 17,
    kind: 'pays',
    attempt: 2,
    key: 'a1',
    card: 'pm_card_visa',
    why: 'retries',
  },
  callEntry(3360, 17, { call: 2, key: 'k2', object: paymentId('9aaB'), ms: 10 }),
  webhookEntry(3365, 17, { type: 'charge.succeeded', event: 'evt_0' }),
  webhookEntry(3366, 17),
  { at: 3372, order: 17, kind: 'answered', attempt: 2, answer: { outcome: 'paid' }, problem: null },
];

const twoCharges: OrderLedger = orderLedger(17, {
  payments: ['x7Kd', '9aaB'].map((end) => ({
    id: paymentId(end),
    status: 'succeeded',
    currency: 'eur',
    captured: 1999,
    held: 0,
    charges: [{ id: `ch_${end}`, captured: 1999, refunded: 0 }],
    refunds: [],
  })),
  answers: [null, { outcome: 'paid' }],
});

/** A test of 20 orders, one of which was charged twice. */
export const sampleResult = (): TortureResult => {
  const others = Array.from({ length: 20 }, (_, index) => index + 1).filter(
    (number) => number !== 17,
  );
  const orders = [
    ...others.map((number) =>
      plannedOrder(
        number,
        number === 3 ? [{ id: 'i3', kind: 'killed', call: 1, when: 'after' }] : [],
      ),
    ),
    twice,
  ];
  const finding = {
    rule: 'charged_twice',
    order: 17,
    message: `two charges of 19.99 EUR (${paymentId('x7Kd')}, ${paymentId('9aaB')}) for one order`,
  };
  const run = runOf(
    orders,
    [
      { at: 0, order: null, kind: 'shop', what: 'started' },
      callEntry(2000, 3),
      { at: 2001, order: null, kind: 'shop', what: 'killed' },
      ...chargedTwice,
    ],
    [...others.map((number) => orderLedger(number)), twoCharges],
  );
  return {
    passed: false,
    complete: true,
    problem: null,
    seed: 42,
    runs: [{ phase: 'random', run }],
    certificate: null,
    broken: [
      {
        rule: {
          name: 'charged_twice',
          title: 'Charged twice',
          explanation: 'The customer paid more than once for one order.',
          link: 'https://example.com/docs/torture.md#charged_twice',
        },
        run,
        findings: [finding],
        also: [],
        smallest: {
          plan: { version: 1, seed: 42, atOnce: 1, orders: [twice] },
          run: runOf([twice], chargedTwice, [twoCharges]),
          finding,
          runs: 4,
        },
      },
    ],
    untried: ['no refunds: the driver has no refund()'],
  };
};
