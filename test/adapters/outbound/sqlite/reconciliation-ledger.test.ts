import { expect } from 'chai';
import { openReconciliationLedger } from '../../../../src/adapters/outbound/sqlite/reconciliation-ledger.js';
import type { ReconciliationLedger } from '../../../../src/application/ports/reconciliation-ledger.js';
import type { ReconciledOrder } from '../../../../src/domain/reconciliation/ledger-case.js';

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
      const page = ledger.cases(after, limit);
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
    expect(ledger.cases('', 10).map(({ found }) => found.order?.shared ?? false)).to.deep.equal([
      true,
      true,
      false,
    ]);
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
});
