import { toBalanceTransaction } from '../objects/balance.js';
import type { DisputeObject, DisputeRecord } from '../objects/dispute.js';
import type { State } from './state.js';

/** A dispute with the movements of money that it has caused. `now`: Unix seconds. */
export const toDispute = (
  { state, now }: { readonly state: State; readonly now: number },
  dispute: DisputeRecord,
): DisputeObject => {
  const ofDispute = { index: 'source', key: dispute.id } as const;
  const entries = [...state.transactions.oldestFirst(ofDispute)];
  return {
    ...dispute,
    balance_transaction: entries[0]?.id ?? null,
    balance_transactions: entries.map((entry) => toBalanceTransaction(entry, now)),
  };
};
