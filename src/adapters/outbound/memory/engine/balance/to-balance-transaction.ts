import type { BalanceTransactionObject } from '../objects/balance.js';
import { deepFreeze } from '../objects/json.js';
import type { BalanceEntry } from './balance-entry.js';

/** A movement of the balance as the processor shows it: without fees, and available at once. */
export const toBalanceTransaction = (entry: BalanceEntry): BalanceTransactionObject =>
  deepFreeze({
    id: entry.id,
    object: 'balance_transaction',
    amount: entry.amount,
    available_on: entry.created,
    balance_type: 'payments',
    created: entry.created,
    currency: entry.currency,
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: entry.amount,
    reporting_category: entry.type,
    source: entry.source,
    status: 'available',
    type: entry.type === 'dispute' ? 'adjustment' : entry.type,
  });
