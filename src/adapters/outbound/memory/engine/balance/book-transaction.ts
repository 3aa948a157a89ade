import type { Call } from '../call.js';
import { deepFreeze } from '../objects/json.js';
import type { BalanceEntry } from './balance-entry.js';

/** Moves money into the balance, or out of it, and gives the id of the balance transaction. */
export const bookTransaction = (
  { state, now, newId }: Call,
  entry: Omit<BalanceEntry, 'id' | 'created'>,
): string => {
  const id = newId('txn');
  const { type, source, amount, currency } = entry;
  state.transactions.put(deepFreeze({ id, type, source, amount, currency, created: now }));
  state.balances.set(currency, (state.balances.get(currency) ?? 0) + amount);
  return id;
};
