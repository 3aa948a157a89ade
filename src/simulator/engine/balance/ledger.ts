import { midnightAfter } from '../kernel/clock.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { BalanceEntry, Fee } from '../objects/balance.js';
import { deepFreeze } from '../objects/json.js';
import type { State } from '../store/state.js';

const daysPending = 7;

/** When the money of a charge becomes available: at midnight UTC, a week later. Unix seconds. */
export const availableAfter = (now: number): number => midnightAfter(now, daysPending);

/** A balance transaction to be booked. Without `description`, a fee or a time it is shown without them. */
type NewEntry = Pick<BalanceEntry, 'type' | 'source' | 'amount' | 'currency'> & {
  readonly description?: string | null;
  readonly fee?: Fee | null;
  /** Absent, or in the past: immediately. */
  readonly availableOn?: number;
};

/** Adds a net amount to the balance. The amounts that are available by now are dropped from those that wait. */
const addFunds = (
  { balances, pendingFunds }: State,
  {
    currency,
    amount,
    on,
  }: { readonly currency: string; readonly amount: number; readonly on: number },
  now: number,
): void => {
  balances.set(currency, (balances.get(currency) ?? 0) + amount);
  if (on <= now) return;
  const waiting: Array<{ readonly on: number; readonly amount: number }> = [];
  let sum = amount;
  for (const one of pendingFunds.get(currency) ?? []) {
    if (one.on === on) sum += one.amount;
    else if (one.on > now) waiting.push(one);
  }
  waiting.push({ on, amount: sum });
  pendingFunds.set(currency, waiting);
};

/** Books a balance transaction: adds its amount, negative to subtract it, without its fee. Returns its id. */
export const bookBalanceTransaction = (
  { state, now, newId }: RequestContext,
  { type, source, amount, currency, description = null, fee = null, availableOn = now }: NewEntry,
): string => {
  const id = newId('txn');
  state.transactions.put(
    deepFreeze({
      id,
      type,
      source,
      amount,
      currency,
      created: now,
      ...(description === null ? {} : { description }),
      ...(fee === null ? {} : { fee }),
      ...(availableOn > now ? { availableOn } : {}),
    }),
  );
  addFunds(state, { currency, amount: amount - (fee?.amount ?? 0), on: availableOn }, now);
  return id;
};

/** When the money of a booked transaction is available; absent, or booked nowhere: now. */
export const availableWith = ({ state, now }: RequestContext, transaction: string | null): number =>
  state.transactions.get(transaction ?? '')?.availableOn ?? now;

/** The available and the pending amount of a currency, minor units. Costs the days on which money becomes available. */
export const fundsOf = (
  { balances, pendingFunds }: State,
  currency: string,
  now: number,
): { readonly available: number; readonly pending: number } => {
  const pending = (pendingFunds.get(currency) ?? [])
    .filter(({ on }) => on > now)
    .reduce((sum, { amount }) => sum + amount, 0);
  return { available: (balances.get(currency) ?? 0) - pending, pending };
};
