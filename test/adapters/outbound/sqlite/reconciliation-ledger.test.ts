import { expect } from 'chai';
import { openReconciliationLedger } from '../../../../src/adapters/outbound/sqlite/reconciliation-ledger.js';
import type { ReconciliationLedger } from '../../../../src/application/ports/reconciliation-ledger.js';
import type { ReconciledOrder } from '../../../../src/domain/reconciliation/ledger-case.js';
import { summarize } from '../../../../src/domain/reconciliation/ledger-totals.js';

const created = 1_793_491_200;
const whole = { cursor: null, done: true };

describe('the ledger of a reconciliation in SQLite', () => {
  let ledger: ReconciliationLedger;
  beforeEach(async () => {
    ledger = await openReconciliationLedger(':memory:');
  });
  afterEach(() => ledger.close());

  const order = (id: string, changes: Partial<ReconciledOrder> = {}): ReconciledOrder => ({
    id,
    amount: 1000,
    currency: 'eur',
    state: 'paid',
    ...changes,
  });
  const pay = async (name: string, named: string | null, intent = true) => {
    const money = { created, amount: 1000, currency: 'eur', status: 'succeeded', customer: null };
    if (intent) {
      await ledger.keep('payments', [{ ...money, id: `pi_${name}`, order: named }], whole);
    }
    await ledger.keep(
      'charges',
      [
        {
          ...money,
          id: `ch_${name}`,
          payment: intent ? `pi_${name}` : null,
          captured: 1000,
          held: 0,
          method: 'card',
          captureBefore: null,
          order: null,
        },
      ],
      whole,
    );
  };
  /** The cases by order, with the payments of each, read in pages of this size. */
  const cases = async (limit: number) => {
    await ledger.pair();
    const found: Array<readonly [order: string | null, payments: ReadonlyArray<string>]> = [];
    for (let after = ''; ; ) {
      const page = await ledger.cases(after, limit);
      for (const { found: one } of page) {
        found.push([one.order?.id ?? null, one.payments.map(({ id }) => id)]);
      }
      const last = page.at(-1);
      if (last === undefined) return found;
      after = last.key;
    }
  };

  it('pairs an order with the payment that it names, or that names it, a charge without an intent too', async () => {
    await pay('1', null);
    await pay('2', 'second');
    await pay('3', null);
    await pay('4', null, false);
    await pay('5', 'nobody');
    await ledger.keep(
      'orders',
      [
        order('first', { reference: 'pi_1' }),
        order('second'),
        order('third', { reference: 'ch_3' }),
        order('fourth', { reference: 'ch_4' }),
        order('z', { reference: 'pi_9' }),
      ],
      whole,
    );
    const paired = [
      ['first', ['pi_1']],
      ['fourth', ['ch_4']],
      ['second', ['pi_2']],
      ['third', ['pi_3']],
      ['z', []],
      [null, ['pi_5']],
    ];
    for (const limit of [1, 2, 3, 5, 6, 100]) {
      expect(await cases(limit), `pages of ${limit}`).to.deep.equal(paired);
    }
  });

  it('says when the money of a payment moved last', async () => {
    const moved = async () => {
      await ledger.pair();
      return (await ledger.cases('', 10)).flatMap(({ found }) =>
        found.payments.map(({ movedAt }) => movedAt),
      );
    };
    await pay('1', null);
    expect(await moved()).to.deep.equal([created]);
    const entry = {
      source: 'ch_1',
      amount: 1000,
      fee: 0,
      net: 1000,
      currency: 'eur',
      availableOn: created,
      exchangeRate: null,
    };
    await ledger.keep(
      'transactions',
      [
        { ...entry, id: 'txn_1', type: 'charge', category: 'charge', created: created + 500 },
        { ...entry, id: 'txn_2', type: 'adjustment', category: 'dispute', created: created + 900 },
      ],
      whole,
    );
    expect(await moved()).to.deep.equal([created + 500]);
    const refund = { charge: 'ch_1', payment: 'pi_1', amount: 10 };
    await ledger.keep(
      'refunds',
      [
        { ...refund, id: 're_1', status: 'failed', created: created + 800 },
        { ...refund, id: 're_2', status: 'pending', created: created + 700 },
      ],
      whole,
    );
    expect(await moved()).to.deep.equal([created + 700]);
  });

  it('pairs anew when orders come later', async () => {
    await pay('1', 'late');
    expect(await cases(10)).to.deep.equal([[null, ['pi_1']]]);
    await ledger.keep('orders', [order('late')], whole);
    expect(await cases(10)).to.deep.equal([['late', ['pi_1']]]);
  });

  it('says which orders refer to one payment', async () => {
    await pay('1', null);
    const reference = 'pi_1';
    await ledger.keep(
      'orders',
      [order('a', { reference }), order('b', { reference }), order('c')],
      whole,
    );
    await ledger.pair();
    expect(
      (await ledger.cases('', 10)).map(({ found }) => found.order?.shared ?? false),
    ).to.deep.equal([true, true, false]);
  });

  /** The difference of a time that nothing explains, in minor units, from bookings of the time and payouts. */
  const unexplained = async (
    bookings: ReadonlyArray<readonly [id: string, category: string, net: number]>,
    payouts: ReadonlyArray<readonly [id: string, status: string, paidOut: ReadonlyArray<string>]>,
    ago: ReadonlyArray<readonly [id: string, net: number]> = [],
  ) => {
    const nets = new Map([...ago, ...bookings.map(([id, , net]) => [id, net] as const)]);
    await ledger.keep(
      'transactions',
      bookings.map(([id, category, net]) => ({
        id,
        type: category,
        category,
        source: null,
        amount: net,
        fee: 0,
        net,
        currency: 'eur',
        created,
        availableOn: created,
        exchangeRate: null,
      })),
      whole,
    );
    await ledger.keep(
      'payouts',
      payouts.map(([id, status, paidOut]) => ({
        id,
        status,
        amount: paidOut.reduce((sum, entry) => sum + (nets.get(entry) ?? 0), 0),
        currency: 'eur',
        created,
        automatic: true,
        transactions: paidOut.map((entry) => ({ id: entry, net: nets.get(entry) ?? 0 })),
      })),
      whole,
    );
    await ledger.pair();
    const [from, to] = [created - 1, created + 1];
    const [euros] = summarize(ledger.totals(from, to), ledger.payoutTotals(from, to));
    return euros?.explained?.unexplained;
  };

  it('explains a payout that failed, whose money waits for another one', async () => {
    const charge = ['txn_1', 'charge', 1000] as const;
    const out = ['txn_2', 'payout', -1000] as const;
    const back = ['txn_3', 'payout_reversal', 1000] as const;
    expect(await unexplained([charge, out, back], [['po_1', 'failed', ['txn_1']]])).to.equal(0);
  });

  it('explains a payout that failed and was paid out by the next one', async () => {
    const charge = ['txn_1', 'charge', 1000] as const;
    const out = ['txn_2', 'payout', -1000] as const;
    const back = ['txn_3', 'payout_reversal', 1000] as const;
    const again = ['txn_4', 'payout', -1000] as const;
    const payouts = [
      ['po_1', 'failed', ['txn_1']],
      ['po_2', 'paid', ['txn_3']],
    ] as const;
    expect(await unexplained([charge, out, back, again], payouts)).to.equal(0);
  });

  it('explains a payout that failed after the time', async () => {
    const charge = ['txn_1', 'charge', 1000] as const;
    const out = ['txn_2', 'payout', -1000] as const;
    expect(await unexplained([charge, out], [['po_1', 'failed', ['txn_1']]])).to.equal(0);
  });

  it('explains a time in which nothing but an earlier balance was paid out', async () => {
    const out = ['txn_2', 'payout', -1000] as const;
    expect(await unexplained([out], [['po_1', 'paid', ['txn_1']]], [['txn_1', 1000]])).to.equal(0);
  });

  it('knows that a payout which failed has paid its entries out', async () => {
    await pay('1', null);
    const entry = {
      id: 'txn_1',
      type: 'charge',
      category: 'charge',
      source: 'ch_1',
      amount: 1000,
      fee: 0,
      net: 1000,
      currency: 'eur',
      created,
      availableOn: created,
      exchangeRate: null,
    };
    await ledger.keep('transactions', [entry], whole);
    const payout = {
      id: 'po_1',
      status: 'failed',
      amount: 1000,
      currency: 'eur',
      created,
      automatic: true,
      transactions: [{ id: 'txn_1', net: 1000 }],
    };
    await ledger.keep('payouts', [payout], whole);
    await ledger.pair();
    const [only] = await ledger.cases('', 10);
    expect(only?.found.payments[0]?.entries[0]?.payouts).to.deep.equal(['po_1']);
  });

  it('knows unpaid orders and strange payments of an amount, near in time', async () => {
    await pay('1', null);
    await ledger.keep('orders', [order('a', { created })], whole);
    await ledger.pair();
    expect(ledger.hasStrangePayment(1000, 'EUR', created)).to.equal(true);
    expect(ledger.hasStrangePayment(1000, '', null)).to.equal(true);
    expect(ledger.hasStrangePayment(1001, 'EUR', created)).to.equal(false);
    expect(ledger.hasStrangePayment(1000, 'USD', created)).to.equal(false);
    expect(ledger.hasStrangePayment(1000, 'EUR', created + 90_000)).to.equal(false);
    expect(ledger.hasUnpaidOrder(1000, 'eur', created + 60)).to.equal(true);
    expect(ledger.hasUnpaidOrder(1000, 'eur', created + 90_000)).to.equal(false);
  });

  it('keeps the label of its first reading, and is not refreshed before it is finished', async () => {
    expect(ledger.label('first')).to.equal('first');
    expect(ledger.label('second')).to.equal('first');
    await ledger.keep('charges', [], { cursor: 'ch_1', done: true });
    await ledger.refresh();
    expect(ledger.progress('charges')).to.include({ cursor: 'ch_1', done: true });
    await ledger.finish(created);
    await ledger.refresh();
    expect(ledger.progress('charges')).to.include({ cursor: null, done: false });
  });

  it('keeps nothing of a page with a row that cannot be kept', async () => {
    const page = [order('a'), { ...order('b'), amount: Object.create(null) }];
    const error = await ledger.keep('orders', page, whole).catch((cause: unknown) => cause);
    expect(error).to.be.instanceOf(Error);
    expect(ledger.hasOrder('a')).to.equal(false);
    expect(ledger.progress('orders').done).to.equal(false);
    await ledger.keep('orders', [order('a')], whole);
    expect(ledger.hasOrder('a')).to.equal(true);
  });

  it('knows an order without a currency, and payouts whose transactions are told or not', async () => {
    await ledger.keep('orders', [{ id: 'a', amount: 1000, state: 'paid' }], whole);
    const payout = { status: 'paid', amount: 1000, currency: 'eur', created };
    const transactions = [{ id: 'txn_1', net: 900 }];
    const told = { ...payout, id: 'po_1', automatic: true, transactions };
    const untold = { ...payout, id: 'po_2', automatic: false, transactions: null };
    await ledger.keep('payouts', [told, untold], whole);
    await ledger.pair();
    expect((await ledger.cases('', 10)).map(({ found }) => found.order)).to.deep.equal([
      { id: 'a', amount: 1000, state: 'paid' },
    ]);
    expect(ledger.payouts('', 10)).to.deep.equal([
      { ...payout, id: 'po_1', automatic: true, sum: { count: 1, net: 900 } },
      { ...payout, id: 'po_2', automatic: false, sum: null },
    ]);
  });
});
