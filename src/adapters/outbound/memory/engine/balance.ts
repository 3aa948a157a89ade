import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { listOperation } from './kernel/list-operation.js';
import { operation } from './kernel/operation.js';
import type { RequestContext } from './kernel/request-context.js';
import {
  type BalanceAmount,
  type BalanceEntry,
  type BalanceObject,
  toBalanceTransaction,
} from './objects/balance.js';
import { deepFreeze } from './objects/json.js';
import { createdPageParams } from './params/page.js';
import { textParam } from './params/primitives.js';
import { notSimulated, shape } from './params/shape.js';
import { findRow } from './store/find.js';
import type { State } from './store/state.js';

/** Adds an amount to the balance, negative to subtract it. Returns the id of the balance transaction. */
export const bookBalanceTransaction = (
  { state, now, newId }: RequestContext,
  entry: Omit<BalanceEntry, 'id' | 'created'>,
): string => {
  const id = newId('txn');
  const { type, source, amount, currency } = entry;
  state.transactions.put(deepFreeze({ id, type, source, amount, currency, created: now }));
  state.balances.set(currency, (state.balances.get(currency) ?? 0) + amount);
  return id;
};

const amountOf = (amount: number, currency: string): BalanceAmount => ({
  amount,
  currency,
  source_types: { card: amount },
});

const balanceOf = ({ balances }: State): BalanceObject => {
  const amounts = balances.size === 0 ? [['eur', 0] as const] : [...balances];
  return {
    object: 'balance',
    available: amounts.map(([currency, amount]) => amountOf(amount, currency)),
    livemode: false,
    pending: amounts.map(([currency]) => amountOf(0, currency)),
  };
};

/** The balance by currency. There are no fees, and all of it is available immediately. */
export const retrieveBalance = operation({
  name: 'retrieveBalance',
  method: 'GET',
  path: '/v1/balance',
  returns: 'balance',
  params: shape({}),
  run:
    ({ state }) =>
    () =>
      E.right(balanceOf(state)),
});

export const retrieveBalanceTransaction = operation({
  name: 'retrieveBalanceTransaction',
  method: 'GET',
  path: '/v1/balance_transactions/:id',
  returns: 'balance_transaction',
  params: shape({ id: textParam }),
  run:
    ({ state }) =>
    ({ id }) =>
      pipe(findRow(state.transactions, 'balance transaction', id), E.map(toBalanceTransaction)),
});

/** A page of all balance transactions, or of those of a charge, a refund or a dispute. */
export const listBalanceTransactions = listOperation({
  name: 'listBalanceTransactions',
  path: '/v1/balance_transactions',
  returns: 'balance_transaction',
  params: shape(
    {},
    { ...createdPageParams, source: textParam, ...notSimulated('currency', 'payout', 'type') },
  ),
  table: ({ transactions }) => transactions,
  resource: 'balance transaction',
  select: (_, { source }) =>
    E.right(source === undefined ? 'all' : ({ index: 'source', key: source } as const)),
  show: toBalanceTransaction,
});
