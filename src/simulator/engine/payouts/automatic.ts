import * as E from 'fp-ts/lib/Either.js';
import type { Control } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { BalanceEntry } from '../objects/balance.js';
import { deepFreeze } from '../objects/json.js';
import type { PayoutObject } from '../objects/payout.js';
import { payOut } from './payout-record.js';

type Due = { readonly entries: ReadonlyArray<BalanceEntry>; readonly unpaidFrom: number };

/** The transactions of a currency that are available and that no automatic payout has paid out. */
const dueIn = ({ state, now }: RequestContext, currency: string): Due => {
  const { transactions } = state;
  const entries: Array<BalanceEntry> = [];
  let unpaidFrom = transactions.nextSequence();
  const above = (state.unpaidFrom.get(currency) ?? 0) - 1;
  for (const entry of transactions.oldestFirst('all', { above })) {
    if (entry.currency !== currency || entry.payout !== undefined) continue;
    if ((entry.availableOn ?? entry.created) <= now) entries.push(entry);
    else unpaidFrom = Math.min(unpaidFrom, transactions.sequenceOf(entry.id) ?? unpaidFrom);
  }
  return { entries, unpaidFrom };
};

const netOf = ({ amount, fee }: BalanceEntry): number => amount - (fee?.amount ?? 0);

const payOutIn = (context: RequestContext, currency: string): ReadonlyArray<PayoutObject> => {
  const { state } = context;
  const { entries, unpaidFrom } = dueIn(context, currency);
  const amount = entries.reduce((sum, entry) => sum + netOf(entry), 0);
  // Stripe collects a negative balance from the bank account. Here it waits for the next payout.
  if (amount <= 0) return [];
  const payout = payOut(context, { amount, currency }, { automatic: true, metadata: {} });
  const own = state.transactions.get(payout.balance_transaction);
  for (const entry of [...entries, ...(own === undefined ? [] : [own])]) {
    state.transactions.put(deepFreeze({ ...entry, payout: payout.id }));
  }
  state.unpaidFrom.set(currency, unpaidFrom);
  return [payout];
};

type PayOutAll = Control<Readonly<Record<string, never>>, ReadonlyArray<PayoutObject>>;

/**
 * Pays the available balance of each currency out, as Stripe does by itself each day. The balance transactions of such a payout are
 * known, and their net amounts and its own add up to zero.
 */
export const payOutAll: PayOutAll = {
  name: 'payOutAll',
  run: (context) => () =>
    E.right([...context.state.balances.keys()].flatMap((currency) => payOutIn(context, currency))),
};
