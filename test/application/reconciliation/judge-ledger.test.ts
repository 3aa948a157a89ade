import { expect } from 'chai';
import { openReconciliationLedger } from '../../../src/adapters/outbound/sqlite/reconciliation-ledger.js';
import type { ReconciliationLedger } from '../../../src/application/ports/reconciliation-ledger.js';
import {
  type DoubtfulKey,
  judgeLedger,
} from '../../../src/application/reconciliation/judge-ledger.js';
import { doubtReasons } from '../../../src/domain/reconciliation/ledger-rule.js';
import { ledgerRules } from '../../../src/domain/reconciliation/ledger-rules.js';
import {
  createMonth,
  monthEnd,
  monthRead,
  monthStart,
  plantedKinds,
} from '../../support/reconciliation/month.js';
import { reconcileMonth } from '../../support/reconciliation/reconcile-month.js';

describe('a month of payments', () => {
  it('agrees where nothing is wrong, to the cent', async () => {
    const month = createMonth(500, 0);
    const { result, found } = await reconcileMonth(month);
    expect(found).to.deep.equal([]);
    expect(result).to.include({ errors: 0, findings: 0, orders: 500, payments: 500 });
    const [euros, ...others] = result.summary;
    expect(others).to.deep.equal([]);
    const { gross, refunds, disputes, fees, payouts } = month.euros;
    const net = gross + refunds + disputes + fees;
    expect(euros).to.deep.include({ ...month.euros, net, difference: net - payouts });
    expect(euros?.explained?.unexplained).to.equal(0);
    expect(euros?.explained?.later).to.be.greaterThan(0);
  });

  it('has a finding for each discrepancy that was planted, and no other', async () => {
    const month = createMonth(600, 2);
    const { result, found } = await reconcileMonth(month);
    expect(found).to.deep.equal(month.planted);
    expect(result.findings).to.equal(2 * plantedKinds.length);
    expect(result.errors).to.equal(2 * (plantedKinds.length - 1));
    expect(result.rules.filter(({ findings }) => findings !== 2)).to.deep.equal([]);
  });

  it('has a discrepancy of every rule', () => {
    expect(ledgerRules.map(({ name }) => name).toSorted()).to.deep.equal(plantedKinds.toSorted());
  });

  describe('that is judged in other surroundings', () => {
    const made = (key: string, object: string | null) => ({
      key,
      scope: 'client:shop',
      client: 'shop',
      operation: null,
      since: monthStart,
      made: object,
    });
    let ledger: ReconciliationLedger;
    beforeEach(async () => {
      ledger = await openReconciliationLedger(':memory:');
    });
    afterEach(() => ledger.close());

    const judge = (
      changes: { eventsSince?: number } = {},
      {
        keys = [],
        erased = [],
      }: { keys?: ReadonlyArray<DoubtfulKey>; erased?: ReadonlyArray<string> } = {},
    ) =>
      judgeLedger({ ledger, keys, isErased: async (customer) => erased.includes(customer) })({
        from: monthStart,
        to: monthEnd,
        now: monthRead,
        grace: 3600,
        hasOrders: false,
        eventsSince: monthStart,
        fees: [],
        ...changes,
      });
    const keepCharges = async (customers: ReadonlyArray<string | null>) => {
      const created = monthStart + 100_000;
      await ledger.keep(
        'charges',
        customers.map((customer, at) => ({
          id: `ch_${at}`,
          payment: null,
          created,
          amount: 1000,
          captured: 1000,
          held: 0,
          currency: 'eur',
          status: 'succeeded',
          method: 'card',
          customer,
          captureBefore: null,
          order: null,
        })),
        { cursor: null, done: true },
      );
      await ledger.pair();
    };
    const aboutWebhooks = () =>
      ledger
        .findings(0, 100)
        .filter(({ rule }) => rule === 'missed_webhook')
        .map(({ about }) => about);

    it('does not miss the events of a customer who was deleted', async () => {
      await keepCharges(['cus_1', 'cus_2', null, 'cus_1']);
      const { silent } = await judge({}, { erased: ['cus_1'] });
      expect(aboutWebhooks()).to.deep.equal(['ch_1', 'ch_2']);
      expect(silent.filter(({ rule }) => rule === 'missed_webhook')).to.deep.equal([
        { rule: 'missed_webhook', reason: doubtReasons.eventsDropped, count: 2, example: 'ch_0' },
      ]);
    });

    it('does not miss events from before those that are kept', async () => {
      await keepCharges(['cus_1', null, null]);
      const { silent } = await judge({ eventsSince: monthEnd });
      expect(aboutWebhooks()).to.deep.equal([]);
      expect(silent.filter(({ rule }) => rule === 'missed_webhook')).to.deep.equal([
        { rule: 'missed_webhook', reason: doubtReasons.eventsDropped, count: 3, example: 'ch_0' },
      ]);
    });

    it('lets a key be settled only if the processor shows what it made', async () => {
      await ledger.pair();
      const keys = [made('key-1', null), made('key-2', 'pi_1'), made('key-3', 're_1')];
      await judge({}, { keys });
      const told = ledger.findings(0, 10).map(({ about, payment, repair }) => ({
        about,
        payment,
        settled: repair?.includes('SettleKey') ?? false,
      }));
      expect(told).to.deep.equal([
        { about: 'key-1', payment: null, settled: false },
        { about: 'key-2', payment: 'pi_1', settled: true },
        { about: 'key-3', payment: null, settled: true },
      ]);
      const [first, second] = ledger.findings(0, 2).map(({ message }) => message);
      expect(first).to.include('(unknown operation); the processor shows no sign');
      expect(second).to.include('the processor shows that it was done: pi_1');
    });

    // Customers dispute for months, and the evidence is due within days: a service compares the last three.
    it('tells of evidence that is due for payments older than the time, each once', async () => {
      const older = {
        amount: 500,
        currency: 'jpy',
        created: monthStart + 200_000,
        evidenceDueBy: monthRead + 7200,
        status: 'needs_response',
      };
      await ledger.keep(
        'disputes',
        [
          { ...older, id: 'du_charge', charge: 'ch_old', payment: null },
          { ...older, id: 'du_intent', charge: 'ch_old', payment: 'pi_old', evidenceDueBy: null },
          { ...older, id: 'du_read', charge: 'ch_0', payment: null, currency: 'eur' },
          { ...older, id: 'du_won', charge: 'ch_old', payment: 'pi_old', status: 'won' },
          ...Array.from({ length: 101 }, (_, at) => ({
            ...older,
            id: `du_many_${at}`,
            charge: `ch_many_${at}`,
            payment: null,
          })),
        ],
        { cursor: null, done: true },
      );
      await keepCharges([null]);
      await judge();
      const due = ledger
        .findings(0, 1000)
        .filter(({ rule }) => rule === 'dispute_evidence_due')
        .toSorted((one, other) => (one.about < other.about ? -1 : 1));
      expect(due).to.have.length(104);
      expect(new Set(due.map(({ id }) => id)).size).to.equal(104);
      expect(
        due
          .filter(({ about }) => !about.includes('many'))
          .map(({ payment, message, amount, since }) => [payment, message, amount, since]),
      ).to.deep.equal([
        [
          'ch_old',
          'the dispute du_charge about 500 JPY (ch_old) waits for evidence, which is due by 2026-12-11T02:00:00Z',
          500,
          monthStart + 200_000,
        ],
        [
          'pi_old',
          'the dispute du_intent about 500 JPY (pi_old) waits for evidence',
          500,
          monthStart + 200_000,
        ],
        [
          'ch_0',
          'the dispute du_read about 5.00 EUR (ch_0) waits for evidence, which is due by 2026-12-11T02:00:00Z',
          500,
          monthStart + 100_000,
        ],
      ]);
    });

    it('judges each payout once, however many there are', async () => {
      const payouts = Array.from({ length: 501 }, (_, at) => ({
        id: `po_${at}`,
        status: 'paid',
        amount: 1000,
        currency: 'eur',
        created: monthStart + 100_000,
        automatic: true,
        transactions: [{ id: `txn_${at}`, net: 900 }],
      }));
      await ledger.keep('payouts', payouts, { cursor: null, done: true });
      await ledger.pair();
      await judge();
      const wrong = ledger.findings(0, 1000).filter(({ rule }) => rule === 'payout_sum_wrong');
      expect(wrong.map(({ about }) => about).toSorted()).to.deep.equal(
        payouts.map(({ id }) => id).toSorted(),
      );
    });
  });
});
