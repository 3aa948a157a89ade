import { expect } from 'chai';
import type {
  BookedEntry,
  LedgerCase,
  LedgerPayout,
  ReconciledOrder,
  ReconciledPayment,
} from '../../../src/domain/reconciliation/ledger-case.js';
import type { LedgerSurroundings } from '../../../src/domain/reconciliation/ledger-rule.js';
import { judgeCase, judgePayout } from '../../../src/domain/reconciliation/ledger-rules.js';

const day = 86_400;
const from = 1_793_491_200;
const created = from + 5 * day;

const around: LedgerSurroundings = {
  now: from + 40 * day,
  grace: 3600,
  from,
  to: from + 30 * day,
  hasOrders: true,
  eventsSince: from,
  hasStrangePayment: () => false,
  hasUnpaidOrder: () => false,
  lastPayout: () => from + 39 * day,
  fees: [
    { percent: 15_000, fixed: 25 },
    { percent: 25_000, fixed: 25 },
  ],
};

const entry = (changes: Partial<BookedEntry> = {}): BookedEntry => ({
  id: 'txn_1',
  type: 'charge',
  category: 'charge',
  amount: 1999,
  fee: 55,
  net: 1944,
  currency: 'eur',
  created,
  availableOn: created + 2 * day,
  exchangeRate: null,
  payouts: ['po_1'],
  ...changes,
});

const payment = (changes: Partial<ReconciledPayment> = {}): ReconciledPayment => ({
  id: 'pi_1',
  status: 'succeeded',
  currency: 'eur',
  created,
  movedAt: changes.created ?? created,
  amount: 1999,
  captured: 1999,
  held: 0,
  charges: [{ id: 'ch_1', captured: 1999, refunded: 0 }],
  refunds: [],
  method: 'card',
  customer: null,
  captureBefore: null,
  disputes: [],
  entries: [entry()],
  events: ['charge.succeeded'],
  refusedKeys: [],
  ...changes,
});

const order = (changes: Partial<ReconciledOrder> = {}): ReconciledOrder => ({
  id: '1001',
  amount: 1999,
  currency: 'EUR',
  state: 'paid',
  refunded: 0,
  shipments: 1,
  created,
  shippedAt: created + day,
  ...changes,
});

const notPaid = { captured: 0, charges: [], entries: [], events: [] } as const;

/** The judgements of the rules: `rule` for a finding, `rule?` for a doubt. */
const saidOf = (
  found: LedgerCase,
  changes: Partial<LedgerSurroundings> = {},
): ReadonlyArray<string> =>
  judgeCase(found, { ...around, ...changes }).map(({ rule, _tag }) =>
    _tag === 'Doubt' ? `${rule}?` : rule,
  );

type Row = readonly [
  situation: string,
  found: LedgerCase,
  said: ReadonlyArray<string>,
  changes?: Partial<LedgerSurroundings>,
];

const second = payment({
  id: 'pi_2',
  created: created + 9,
  charges: [{ id: 'ch_2', captured: 1999, refunded: 0 }],
});
const dispute = {
  id: 'du_1',
  amount: 1999,
  status: 'under_review',
  created: created + 3600,
  evidenceDueBy: null,
};
const twin = { hasStrangePayment: () => true, hasUnpaidOrder: () => true };
const alone = { order: null, payments: [payment()] };
const unpaid = { order: order(), payments: [] };

const rows: ReadonlyArray<Row> = [
  ['a paid order', { order: order(), payments: [payment()] }, []],
  [
    'an open order that was paid minutes ago, days after its payment was made',
    {
      order: order({ state: 'open', shipments: 0 }),
      payments: [payment({ movedAt: around.now - 60 })],
    },
    ['charged_without_order?'],
  ],
  [
    'an open order that was paid hours ago, days after its payment was made',
    {
      order: order({ state: 'open', shipments: 0 }),
      payments: [payment({ movedAt: around.now - 7200 })],
    },
    ['charged_without_order'],
  ],
  [
    'a refund of a minute ago that the shop has not entered yet',
    {
      order: order(),
      payments: [
        payment({
          movedAt: around.now - 60,
          refunds: [{ id: 're_1', amount: 500, status: 'succeeded' }],
        }),
      ],
    },
    ['refund_unknown?'],
  ],
  [
    'an order that waits for its customer',
    {
      order: order({ state: 'open', shipments: 0 }),
      payments: [payment({ ...notPaid, status: 'requires_payment_method' })],
    },
    [],
  ],
  ['two charges', { order: order(), payments: [payment(), second] }, ['charged_twice']],
  [
    'two charges of a minute ago',
    {
      order: order(),
      payments: [payment(), { ...second, created: around.now - 60, movedAt: around.now - 60 }],
    },
    ['charged_twice?'],
  ],
  [
    'a second charge that was given back',
    {
      order: order(),
      payments: [
        payment(),
        { ...second, refunds: [{ id: 're_1', amount: 1999, status: 'succeeded' }] },
      ],
    },
    [],
  ],
  [
    'a second charge that a lost dispute gave back',
    {
      order: order({ shippedAt: created }),
      payments: [payment(), { ...second, disputes: [{ ...dispute, status: 'lost' }] }],
    },
    [],
  ],
  [
    'a paid order whose payment was charged after the time',
    { order: order(), payments: [payment(notPaid)] },
    ['order_without_charge?'],
  ],
  ['a payment that no order names', alone, ['charged_without_order']],
  [
    'the same, given back by a lost dispute',
    { order: null, payments: [payment({ disputes: [{ ...dispute, status: 'lost' }] })] },
    [],
  ],
  ['the same without orders', alone, [], { hasOrders: false }],
  ['the same next to an unpaid order of the amount', alone, ['charged_without_order?'], twin],
  [
    'the same at the first minute',
    { order: null, payments: [payment({ created: from + 60 })] },
    ['charged_without_order?'],
  ],
  [
    'the same, given back',
    {
      order: null,
      payments: [payment({ refunds: [{ id: 're_1', amount: 1999, status: 'succeeded' }] })],
    },
    [],
  ],
  [
    'a charge for a failed order',
    { order: order({ state: 'failed', shipments: 0 }), payments: [payment()] },
    ['charged_without_order'],
  ],
  ['a paid order without a payment', unpaid, ['order_without_charge']],
  ['the same next to a payment of the amount', unpaid, ['order_without_charge?'], twin],
  [
    'the same in the last minute',
    { ...unpaid, order: order({ created: around.to - 60 }) },
    ['order_without_charge?'],
  ],
  [
    'the same before the time',
    { ...unpaid, order: order({ created: from - day }) },
    ['order_without_charge?'],
  ],
  [
    'a paid order whose debit is under way',
    {
      order: order(),
      payments: [payment({ ...notPaid, status: 'processing', method: 'sepa_debit' })],
    },
    [],
  ],
  [
    'the goods of an open order whose debit was canceled',
    {
      order: order({ state: 'open', shipments: 1 }),
      payments: [payment({ ...notPaid, status: 'canceled', method: 'sepa_debit' })],
    },
    ['order_without_charge?'],
  ],
  [
    'the same with a method that nobody knows',
    {
      order: order({ state: 'open', shipments: 1 }),
      payments: [payment({ ...notPaid, status: 'canceled', method: null })],
    },
    ['order_without_charge'],
  ],
  [
    'a paid order of some time that refers to a payment elsewhere',
    { order: { id: '1001', amount: 1999, state: 'paid', reference: 'pi_9' }, payments: [] },
    ['order_without_charge?'],
  ],
  [
    'the same with a reference of the shop',
    { order: { id: '1001', amount: 1999, state: 'paid', reference: 'A-9' }, payments: [] },
    ['order_without_charge'],
  ],
  ['a cent too much', { order: order({ amount: 1998 }), payments: [payment()] }, ['wrong_amount']],
  [
    'two orders with one payment',
    { order: order({ amount: 1000, shared: true }), payments: [payment()] },
    ['wrong_amount?'],
  ],
  [
    'another currency',
    { order: order({ currency: 'USD' }), payments: [payment()] },
    ['wrong_currency'],
  ],
  [
    'a refund that the shop does not know',
    {
      order: order(),
      payments: [payment({ refunds: [{ id: 're_1', amount: 100, status: 'succeeded' }] })],
    },
    ['refund_unknown'],
  ],
  [
    'the same in a shop that tells no refunds',
    {
      order: { id: '1001', amount: 1999, state: 'paid' },
      payments: [payment({ refunds: [{ id: 're_1', amount: 100, status: 'succeeded' }] })],
    },
    [],
  ],
  [
    'a canceled order whose refund leaves something, which may be a fee',
    {
      order: order({ state: 'canceled', refunded: 100, shipments: 0 }),
      payments: [payment({ refunds: [{ id: 're_1', amount: 100, status: 'succeeded' }] })],
    },
    ['charged_without_order?'],
  ],
  [
    'a canceled order without a refund',
    { order: order({ state: 'canceled', shipments: 0 }), payments: [payment()] },
    ['charged_without_order'],
  ],
  [
    'a canceled order that was given back',
    {
      order: order({ state: 'canceled', refunded: 1999, shipments: 0 }),
      payments: [payment({ refunds: [{ id: 're_1', amount: 1999, status: 'succeeded' }] })],
    },
    [],
  ],
  [
    'a refund that only the shop knows',
    { order: order({ refunded: 100 }), payments: [payment()] },
    ['refund_not_made'],
  ],
  [
    'a key that was refused after the charge',
    { order: order(), payments: [payment({ refusedKeys: ['k1'] })] },
    ['told_failed_but_paid'],
  ],
  ['no stored event', { order: order(), payments: [payment({ events: [] })] }, ['missed_webhook']],
  [
    'no stored event, before events were kept',
    { order: order(), payments: [payment({ events: [] })] },
    ['missed_webhook?'],
    { eventsSince: created + 1 },
  ],
  [
    'no stored event in a service without events',
    { order: order(), payments: [payment({ events: [] })] },
    [],
    { eventsSince: null },
  ],
  [
    'a payment that was authenticated and forgotten',
    {
      order: order({ state: 'open', shipments: 0 }),
      payments: [
        payment({
          ...notPaid,
          status: 'requires_confirmation',
          events: ['payment_intent.requires_action'],
        }),
      ],
    },
    ['never_confirmed'],
  ],
  [
    'a refund and a lost dispute',
    {
      order: order({ state: 'refunded', refunded: 1999 }),
      payments: [
        payment({
          refunds: [{ id: 're_1', amount: 1999, status: 'succeeded' }],
          disputes: [{ ...dispute, status: 'lost' }],
        }),
      ],
    },
    ['refunded_more_than_taken'],
  ],
  [
    'goods that were sent after a dispute',
    { order: order(), payments: [payment({ disputes: [dispute] })] },
    ['disputed_and_shipped'],
  ],
  [
    'goods that were sent before it',
    { order: order({ shippedAt: created }), payments: [payment({ disputes: [dispute] })] },
    [],
  ],
  [
    'goods that were sent at some time',
    {
      order: { id: '1001', amount: 1999, state: 'paid', shipments: 1 },
      payments: [payment({ disputes: [dispute] })],
    },
    ['disputed_and_shipped?'],
  ],
  [
    'a dispute that waits for evidence',
    {
      order: order({ shippedAt: created }),
      payments: [
        payment({
          disputes: [{ ...dispute, status: 'needs_response', evidenceDueBy: around.now + day }],
        }),
      ],
    },
    ['dispute_evidence_due'],
  ],
  [
    'a dispute of goods that were not sent',
    {
      order: { id: '1001', amount: 1999, state: 'paid' },
      payments: [payment({ disputes: [dispute] })],
    },
    [],
  ],
  [
    'an authorization that ends tomorrow',
    {
      order: order(),
      payments: [
        payment({
          ...notPaid,
          status: 'requires_capture',
          held: 1999,
          captureBefore: around.now + day,
        }),
      ],
    },
    ['authorization_expires'],
  ],
  [
    'an authorization that ends next week',
    {
      order: order(),
      payments: [
        payment({
          ...notPaid,
          status: 'requires_capture',
          held: 1999,
          captureBefore: around.now + 7 * day,
        }),
      ],
    },
    [],
  ],
  [
    'two payouts with one transaction',
    { order: order(), payments: [payment({ entries: [entry({ payouts: ['po_1', 'po_2'] })] })] },
    ['paid_out_twice'],
  ],
  [
    'a transaction that payouts left out',
    { order: order(), payments: [payment({ entries: [entry({ payouts: [] })] })] },
    ['never_paid_out'],
  ],
  [
    'a transaction before its payout',
    { order: order(), payments: [payment({ entries: [entry({ payouts: [] })] })] },
    [],
    { lastPayout: () => created + 3 * day },
  ],
  [
    'a transaction of an account with payouts by hand',
    { order: order(), payments: [payment({ entries: [entry({ payouts: [] })] })] },
    [],
    { lastPayout: () => null },
  ],
  [
    'a fee of the second rate',
    { order: order(), payments: [payment({ entries: [entry({ fee: 75 })] })] },
    [],
  ],
  [
    'a fee of no rate',
    { order: order(), payments: [payment({ entries: [entry({ fee: 99 })] })] },
    ['unexpected_fee'],
  ],
  [
    'a fee where no rate is given',
    { order: order(), payments: [payment({ entries: [entry({ fee: 99 })] })] },
    [],
    { fees: [] },
  ],
  [
    'a converted payment',
    {
      order: order(),
      payments: [payment({ entries: [entry({ currency: 'usd', exchangeRate: 1.1 })] })],
    },
    ['currency_converted'],
  ],
];

describe('rules of a reconciliation', () => {
  for (const [situation, found, said, changes] of rows) {
    it(`${situation}: ${said.join(', ') || 'nothing'}`, () => {
      expect(saidOf(found, changes)).to.deep.equal(said);
    });
  }

  it('offer to give back the later of two equal charges', () => {
    const [said] = judgeCase({ order: order(), payments: [second, payment()] }, around);
    expect(said).to.deep.include({
      about: '1001',
      repair: {
        _tag: 'RefundCharge',
        charge: 'ch_2',
        besides: 'ch_1',
        amount: 1999,
        currency: 'eur',
      },
    });
  });

  // A shop that hears of the refund of its own payment undoes the order, and keeps the money of the other one.
  for (const [reference, back, stays] of [
    ['pi_2', 'ch_1', 'ch_2'],
    ['ch_2', 'ch_1', 'ch_2'],
    ['pi_1', 'ch_2', 'ch_1'],
    ['A-17', 'ch_2', 'ch_1'],
  ] as const) {
    it(`offer to give ${back} back when the order names ${reference}`, () => {
      const [said] = judgeCase(
        { order: order({ reference }), payments: [payment(), second] },
        around,
      );
      expect(said)
        .to.have.property('repair')
        .that.deep.includes({ charge: back, besides: stays, amount: 1999 });
    });
  }

  const held = payment({
    ...notPaid,
    id: 'pi_3',
    status: 'requires_capture',
    held: 1999,
    captureBefore: around.now + day,
  });
  const release = { _tag: 'ReleaseAuthorization', payment: 'pi_3' };
  const ends = '19.99 EUR is held (pi_3), and the authorization ends at 2026-12-12T00:00:00Z';
  for (const [situation, found, message, repair] of [
    [
      'goods that were sent',
      { order: order(), payments: [held] },
      `${ends}; the shop's order 1001 is paid, and its goods were sent`,
      undefined,
    ],
    [
      'goods that are still to be sent',
      { order: order({ shipments: 0 }), payments: [held] },
      `${ends}; the shop's order 1001 is paid`,
      undefined,
    ],
    ['no order that the shop told', { order: null, payments: [held] }, ends, undefined],
    [
      'a canceled order',
      { order: { id: '1001', amount: 1999, state: 'canceled' }, payments: [held] },
      `${ends}; the shop's order 1001 is canceled`,
      release,
    ],
    [
      'a canceled order whose goods were sent',
      { order: order({ state: 'canceled' }), payments: [held] },
      `${ends}; the shop's order 1001 is canceled, and its goods were sent`,
      undefined,
    ],
    [
      'one of two orders of a payment, which is canceled',
      { order: order({ state: 'canceled', shipments: 0, shared: true }), payments: [held] },
      `${ends}; the shop's order 1001 is canceled`,
      undefined,
    ],
    [
      'an order that another payment has paid',
      { order: order(), payments: [payment(), held] },
      `${ends}; the shop's order 1001 is paid, and its goods were sent`,
      release,
    ],
  ] as const satisfies ReadonlyArray<
    readonly [situation: string, found: LedgerCase, message: string, repair: unknown]
  >) {
    it(`offer ${repair === undefined ? 'no' : 'a'} release of an authorization for ${situation}`, () => {
      const said = judgeCase(found, around).filter(({ rule }) => rule === 'authorization_expires');
      expect(said).to.have.length(1);
      expect(said[0]).to.include({ about: 'pi_3', message });
      if (repair === undefined) expect(said[0]).not.to.have.property('repair');
      else expect(said[0]).to.have.deep.property('repair', repair);
    });
  }

  for (const [due, words] of [
    [null, 'waits for evidence'],
    [around.now + 7200, 'waits for evidence, which is due by 2026-12-11T02:00:00Z'],
    [around.now, 'is overdue since 2026-12-11T00:00:00Z'],
  ] as const) {
    it(`say of a dispute that it ${words}`, () => {
      const open = { ...dispute, status: 'needs_response', evidenceDueBy: due };
      const found = { order: null, payments: [payment({ disputes: [open] })] };
      const [said] = judgeCase(found, { ...around, hasOrders: false });
      expect(said)
        .to.have.property('message')
        .that.matches(new RegExp(`${words}$`, 'u'));
    });
  }

  it('offer to fetch the events of the day of a late capture', () => {
    const captured = created + 5 * day;
    const late = payment({ events: [], entries: [entry({ created: captured })] });
    const [said] = judgeCase({ order: order(), payments: [late] }, around);
    expect(said).to.have.deep.property('repair', {
      _tag: 'StoreEvents',
      payment: 'pi_1',
      createdFrom: captured - 60,
    });
  });

  it('offer no refund while the bank judges one of the charges', () => {
    for (const payments of [
      [payment({ disputes: [dispute] }), second],
      [payment(), { ...second, disputes: [dispute] }],
    ]) {
      const [said] = judgeCase({ order: order({ shippedAt: created }), payments }, around);
      expect(said).to.include({ rule: 'charged_twice' });
      expect(said).not.to.have.property('repair');
    }
  });

  it('offer no refund where the charges differ, or are three', () => {
    const other = {
      ...second,
      captured: 2000,
      charges: [{ id: 'ch_2', captured: 2000, refunded: 0 }],
    };
    for (const payments of [
      [payment(), other],
      [payment(), second, { ...second, id: 'pi_3' }],
    ]) {
      const [said] = judgeCase({ order: order(), payments }, around);
      expect(said).to.include({ rule: 'charged_twice' });
      expect(said).not.to.have.property('repair');
    }
  });

  it('compare a payout with its transactions, unless it failed or nobody tells them', () => {
    const payout: LedgerPayout = {
      id: 'po_1',
      amount: 1944,
      currency: 'eur',
      status: 'paid',
      created,
      automatic: true,
      sum: { count: 1, net: 1943 },
    };
    const rulesOf = (changes: Partial<LedgerPayout>) =>
      judgePayout({ ...payout, ...changes }, around).map(({ rule }) => rule);
    expect(rulesOf({})).to.deep.equal(['payout_sum_wrong']);
    expect(rulesOf({ amount: 1943 })).to.deep.equal([]);
    expect(rulesOf({ status: 'failed' })).to.deep.equal([]);
    expect(rulesOf({ sum: null })).to.deep.equal([]);
  });
});
