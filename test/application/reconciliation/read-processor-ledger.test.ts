import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { openReconciliationLedger } from '../../../src/adapters/outbound/sqlite/reconciliation-ledger.js';
import type {
  LedgerPart,
  ReconciliationLedger,
} from '../../../src/application/ports/reconciliation-ledger.js';
import {
  type ReconciledProcessor,
  readProcessorLedger,
} from '../../../src/application/reconciliation/read-processor-ledger.js';
import type { ProcessorError } from '../../../src/domain/payment-error.js';
import {
  createMonth,
  monthEnd,
  monthRead,
  monthStart,
} from '../../support/reconciliation/month.js';
import { keepShopSide, verdictOf } from '../../support/reconciliation/reconcile-month.js';

const tooMany: ProcessorError = {
  _tag: 'ProcessorRefused',
  status: 429,
  message: 'Too many requests',
  code: 'rate_limit',
  param: null,
};
const lost: ProcessorError = {
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause: new Error('the connection was cut'),
};
const refused: ProcessorError = {
  _tag: 'ProcessorRefused',
  status: 403,
  message: 'The key may not list charges',
  code: null,
  param: null,
};

/** A processor some of whose calls fail. `failure`: of the call with this number, from 0. */
const failing = (
  processor: ReconciledProcessor,
  failure: (call: number, part: string) => ProcessorError | undefined,
): ReconciledProcessor => {
  let calls = 0;
  const wrap =
    <I, A>(part: string, list: (input: I) => TE.TaskEither<ProcessorError, A>) =>
    (input: I): TE.TaskEither<ProcessorError, A> =>
    () => {
      const error = failure(calls, part);
      calls += 1;
      return (error === undefined ? list(input) : TE.left(error))();
    };
  return {
    listAllPaymentIntents: wrap('payments', processor.listAllPaymentIntents),
    listCharges: wrap('charges', processor.listCharges),
    listAllRefunds: wrap('refunds', processor.listAllRefunds),
    listDisputes: wrap('disputes', processor.listDisputes),
    listBalanceTransactions: wrap('transactions', processor.listBalanceTransactions),
    listPayouts: wrap('payouts', processor.listPayouts),
  };
};

describe('reading the ledgers of the processor', () => {
  const month = createMonth(300, 1);
  let ledger: ReconciliationLedger;
  beforeEach(async () => {
    ledger = await openReconciliationLedger(':memory:');
    ledger.label('a month');
  });
  afterEach(() => ledger.close());

  const read = async (processor: ReconciledProcessor) => {
    const pauses: Array<number> = [];
    const retries: Array<number> = [];
    const pages: Array<LedgerPart> = [];
    const missing: Array<LedgerPart> = [];
    const outcome = await readProcessorLedger({
      processor,
      ledger,
      pause: async (ms) => {
        pauses.push(ms);
      },
      turn: async () => undefined,
      onPage: async ({ part }) => {
        pages.push(part);
      },
      onRetry: async ({ wait }) => {
        retries.push(wait);
      },
      onMissing: async (part) => {
        missing.push(part);
      },
    })({ from: monthStart, to: monthEnd })();
    expect(retries).to.deep.equal(pauses);
    return { outcome, pauses, pages, missing };
  };
  const found = async () => {
    await keepShopSide(month, ledger);
    return (await verdictOf(month, ledger)).found;
  };

  it('waits longer each time after too many requests or a lost response, and misses nothing', async () => {
    const flaky = failing(month.processor, (call) => {
      if (call % 7 === 3) return lost;
      return call < 3 ? tooMany : undefined;
    });
    const { outcome, pauses } = await read(flaky);
    expect(outcome).to.have.property('_tag', 'Right');
    expect(pauses.slice(0, 4)).to.deep.equal([1000, 2000, 4000, 8000]);
    expect(await found()).to.deep.equal(month.planted);
  });

  it('gives up when the processor refuses for too long', async () => {
    const { outcome, pauses } = await read(failing(month.processor, () => tooMany));
    expect(outcome).to.deep.equal({ _tag: 'Left', left: tooMany });
    expect(pauses).to.have.length(7);
  });

  it('gives up after three tries when the processor has never answered, and tells the first cause', async () => {
    const unsent: ProcessorError = {
      ...lost,
      outcome: 'not_done',
      cause: new Error('no call is sent'),
    };
    const { outcome, pauses } = await read(
      failing(month.processor, (call) => (call === 0 ? lost : unsent)),
    );
    expect(outcome).to.deep.equal({ _tag: 'Left', left: lost });
    expect(pauses).to.deep.equal([1000, 2000]);
  });

  it('is patient with a processor that has answered before', async () => {
    const { outcome, pauses } = await read(
      failing(month.processor, (call) => (call > 0 ? lost : undefined)),
    );
    expect(outcome).to.deep.equal({ _tag: 'Left', left: lost });
    expect(pauses).to.have.length(7);
  });

  it('does not repeat a call that was refused', async () => {
    const { outcome, pauses } = await read(
      failing(month.processor, (_, part) => (part === 'charges' ? refused : undefined)),
    );
    expect(outcome).to.deep.equal({ _tag: 'Left', left: refused });
    expect(pauses).to.deep.equal([]);
  });

  it('goes on where it was interrupted, whichever call that was', async () => {
    for (let stop = 0; ; stop += 1) {
      const before = ledger;
      ledger = await openReconciliationLedger(':memory:');
      before.close();
      const first = await read(
        failing(month.processor, (call) => (call === stop ? refused : undefined)),
      );
      if (first.outcome._tag === 'Right') {
        expect(stop).to.be.greaterThan(20);
        return;
      }
      const second = await read(month.processor);
      expect(second.outcome).to.have.property('_tag', 'Right');
      expect(await found(), `stopped at call ${stop}`).to.deep.equal(month.planted);
    }
  });

  it('reads only what may have changed in a second run, and finds it', async () => {
    const calm = createMonth(2000, 0);
    const first = await read(calm.processor);
    await ledger.finish(monthRead);
    await ledger.refresh();
    const second = await read(calm.processor);
    expect(first.pages.length).to.be.greaterThan(60);
    expect(new Set(second.pages)).to.deep.equal(new Set(first.pages));
    expect(second.pages.length).to.be.lessThan(12);
    await keepShopSide(calm, ledger);
    const { found: none, result } = await verdictOf(calm, ledger);
    expect(none).to.deep.equal([]);
    expect(result).to.include({ payments: 2000, orders: 2000 });
  });

  it('reads as far back as something was open', async () => {
    await read(month.processor);
    await ledger.finish(monthRead);
    await ledger.refresh();
    const sinces = (['charges', 'disputes', 'transactions'] as const).map(
      (part) => ledger.progress(part).since,
    );
    const [charges, disputes, transactions] = sinces;
    const day = 24 * 60 * 60;
    expect(transactions).to.equal(monthRead - day);
    // A hold and a dispute were planted.
    expect(charges).to.be.greaterThan(monthStart).and.lessThan(monthEnd);
    expect(disputes).to.be.greaterThan(monthStart).and.lessThan(monthEnd);
    await read(month.processor);
    expect(await found()).to.deep.equal(month.planted);
  });

  it('keeps a refund that waits, which is not booked yet, and not the end of an authorization', async () => {
    const calm = createMonth(5, 0);
    const refunds = ['pending', 'requires_action', 'succeeded'].map((status, at) => ({
      id: `re_${at}`,
      object: 'refund' as const,
      amount: 500,
      currency: 'eur',
      created: monthStart + 90_000,
      charge: 'ch_000002',
      balance_transaction: null,
      status,
    }));
    await read({
      ...calm.processor,
      listAllRefunds: () =>
        TE.right({ object: 'list', data: refunds, has_more: false, url: '/v1/refunds' }),
    });
    await ledger.pair();
    const payments = (await ledger.cases('', 100)).flatMap(({ found: { payments: own } }) => own);
    expect(payments.flatMap((one) => one.refunds.map(({ id }) => id))).to.deep.equal([
      're_0',
      're_1',
    ]);
  });

  /** Lists this alone, on a page that says whether there is more. */
  const only =
    <A>(one: A, has_more = false) =>
    () =>
      TE.right({ object: 'list' as const, data: [one], has_more, url: '/v1/objects' });
  const money = { amount: 1000, currency: 'eur', created: monthStart + 100_000 };
  const failedCharge = {
    ...money,
    id: 'ch_1',
    object: 'charge' as const,
    status: 'failed',
    paid: false,
    captured: false,
    amount_captured: 1000,
    amount_refunded: 0,
    refunded: false,
  };

  it('does not ask for the page after something that is not an id', async () => {
    const listCharges = only({ ...failedCharge, id: 'no\nid' }, true);
    const error = await read({ ...month.processor, listCharges }).catch((cause: unknown) => cause);
    expect(error).to.be.instanceOf(TypeError);
    expect(String(error)).to.include('the processor listed "no\\nid", which is not an id');
  });

  it('keeps objects with the least that a processor says, and takes nothing for granted', async () => {
    const kept = new Map<LedgerPart, ReadonlyArray<object>>();
    const outcome = await readProcessorLedger({
      processor: {
        ...month.processor,
        listCharges: only(failedCharge),
        listAllRefunds: only({
          ...money,
          id: 're_1',
          object: 'refund',
          charge: null,
          balance_transaction: 'txn_2',
          status: null,
        }),
        listDisputes: only({
          ...money,
          id: 'dp_1',
          object: 'dispute',
          charge: 'ch_1',
          status: 'lost',
          reason: 'general',
        }),
        listBalanceTransactions: only({
          ...money,
          id: 'txn_1',
          object: 'balance_transaction',
          type: 'adjustment',
          fee: 0,
          net: 1000,
          available_on: money.created,
          status: 'available',
        }),
        listPayouts: only({
          ...money,
          id: 'po_1',
          object: 'payout',
          status: 'paid',
          arrival_date: money.created,
          livemode: false,
        }),
      },
      ledger: {
        progress: ledger.progress,
        keep: async (part, rows, next) => {
          kept.set(part, rows);
          await ledger.keep(part, rows, next);
        },
      },
      pause: async () => undefined,
      turn: async () => undefined,
      onPage: async () => undefined,
      onRetry: async () => undefined,
      onMissing: async () => undefined,
    })({ from: monthStart, to: monthEnd })();
    expect(outcome).to.have.property('_tag', 'Right');
    const expected: ReadonlyArray<readonly [part: LedgerPart, row: object]> = [
      ['charges', { status: 'failed', captured: 0, held: 0, payment: null, method: null }],
      ['refunds', { id: 're_1', status: 'pending', charge: null }],
      ['disputes', { id: 'dp_1', payment: null, evidenceDueBy: null }],
      ['transactions', { category: 'adjustment', source: null, exchangeRate: null }],
      ['payouts', { id: 'po_1', automatic: false, transactions: null }],
    ];
    for (const [part, row] of expected) {
      const rows = kept.get(part) ?? [];
      expect(rows, part).to.have.length(1);
      expect(rows[0], part).to.include(row);
    }
  });

  it('leaves out what the processor does not have', async () => {
    const unsupported: ProcessorError = {
      _tag: 'UnsupportedOperation',
      feature: 'balance',
      operation: 'listPayouts',
    };
    const { outcome, missing } = await read(
      failing(month.processor, (_, part) =>
        part === 'payouts' || part === 'transactions' ? unsupported : undefined,
      ),
    );
    expect(outcome).to.have.property('_tag', 'Right');
    expect(missing).to.deep.equal(['transactions', 'payouts']);
  });
});
