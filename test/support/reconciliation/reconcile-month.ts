import * as E from 'fp-ts/lib/Either.js';
import { openReconciliationLedger } from '../../../src/adapters/outbound/sqlite/reconciliation-ledger.js';
import type { ReconciliationLedger } from '../../../src/application/ports/reconciliation-ledger.js';
import {
  judgeLedger,
  type Reconciliation,
} from '../../../src/application/reconciliation/judge-ledger.js';
import { readProcessorLedger } from '../../../src/application/reconciliation/read-processor-ledger.js';
import { type Month, monthEnd, monthRead, monthStart } from './month.js';

const instantly = async (): Promise<void> => undefined;

/** Keeps the orders of a month, and what Pasarela stored, in a ledger. */
export const keepShopSide = async (
  { orders, events, refusals }: Pick<Month, 'orders' | 'events' | 'refusals'>,
  ledger: ReconciliationLedger,
): Promise<void> => {
  await ledger.keep('orders', orders, { cursor: null, done: true });
  await ledger.keep('events', events, { cursor: null, done: true });
  await ledger.keep('refusals', refusals, { cursor: null, done: true });
};

/** Reads the processor's side of a month into a ledger. */
export const readMonth = async (
  { processor }: Pick<Month, 'processor'>,
  ledger: ReconciliationLedger,
): Promise<void> => {
  const read = await readProcessorLedger({
    processor,
    ledger,
    pause: instantly,
    turn: instantly,
    onPage: instantly,
    onRetry: async ({ error }) => {
      throw new Error(`the processor failed: ${error._tag}`);
    },
    onMissing: async (part) => {
      throw new Error(`the processor has no ${part}`);
    },
  })({ from: monthStart, to: monthEnd })();
  if (E.isLeft(read)) throw new Error(read.left._tag);
};

/** Judges a month that was read, as it is ten days after its end. */
const judgeMonth = async (
  { keys }: Pick<Month, 'keys'>,
  ledger: ReconciliationLedger,
): Promise<Reconciliation> => {
  await ledger.pair();
  return judgeLedger({ ledger, keys, isErased: async () => false })({
    from: monthStart,
    to: monthEnd,
    now: monthRead,
    grace: 3600,
    hasOrders: true,
    eventsSince: monthStart,
    fees: [{ percent: 15_000, fixed: 25 }],
  });
};

/** The ids of all findings in a ledger, sorted. */
export const findingIds = (ledger: Pick<ReconciliationLedger, 'findings'>): ReadonlyArray<string> =>
  ledger
    .findings(0, 1_000_000)
    .map(({ id }) => id)
    .toSorted();

/** Judges a month that was read, and returns the result with the ids of the findings. */
export const verdictOf = async (
  month: Pick<Month, 'keys'>,
  ledger: ReconciliationLedger,
): Promise<{ readonly result: Reconciliation; readonly found: ReadonlyArray<string> }> => {
  const result = await judgeMonth(month, ledger);
  return { result, found: findingIds(ledger) };
};

/** Reconciles a month, and returns its result with the ids of its findings. */
export const reconcileMonth = async (
  month: Month,
  path = ':memory:',
): Promise<{ readonly result: Reconciliation; readonly found: ReadonlyArray<string> }> => {
  const ledger = await openReconciliationLedger(path);
  try {
    await keepShopSide(month, ledger);
    await readMonth(month, ledger);
    return await verdictOf(month, ledger);
  } finally {
    ledger.close();
  }
};
