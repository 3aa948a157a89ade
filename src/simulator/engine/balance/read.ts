import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { listOperation } from '../kernel/list-operation.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import {
  type BalanceAmount,
  type BalanceObject,
  toBalanceTransaction,
  typeOfEntry,
} from '../objects/balance.js';
import { createdPageParams } from '../params/page.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findRow } from '../store/find.js';
import type { State } from '../store/state.js';
import type { Selection } from '../store/table.js';
import { fundsOf } from './ledger.js';

const amountOf = (amount: number, currency: string): BalanceAmount => ({
  amount,
  currency,
  source_types: { card: amount },
});

const balanceOf = (state: State, now: number): BalanceObject => {
  const currencies = state.balances.size === 0 ? ['eur'] : [...state.balances.keys()];
  const funds = currencies.map((currency) => ({ currency, ...fundsOf(state, currency, now) }));
  const nothing = currencies.map((currency) => ({ amount: 0, currency }));
  return {
    object: 'balance',
    available: funds.map(({ available, currency }) => amountOf(available, currency)),
    livemode: false,
    pending: funds.map(({ pending, currency }) => amountOf(pending, currency)),
    refund_and_dispute_prefunding: { available: nothing, pending: nothing },
  };
};

/** The available and the pending balance, by currency. */
export const retrieveBalance = operation({
  name: 'retrieveBalance',
  method: 'GET',
  path: '/v1/balance',
  returns: 'balance',
  params: shape({}),
  run:
    ({ state, now }) =>
    () =>
      E.right(balanceOf(state, now)),
});

export const retrieveBalanceTransaction = operation({
  name: 'retrieveBalanceTransaction',
  method: 'GET',
  path: '/v1/balance_transactions/:id',
  returns: 'balance_transaction',
  params: shape({ id: textParam }),
  run:
    ({ state, now }) =>
    ({ id }) =>
      pipe(
        findRow(state.transactions, 'balance transaction', id),
        E.map((entry) => toBalanceTransaction(entry, now)),
      ),
});

// Only automatic payouts say what they pay out.
const manualPayout = invalidRequest(
  'Balance transaction history can only be filtered on automatic transfers, not manual.',
);

// A dispute is no source by which Stripe finds its transactions (recording 11, step 19).
const selectionOf = (
  { state }: RequestContext,
  {
    payout,
    source,
    type,
  }: { readonly payout?: string; readonly source?: string; readonly type?: string },
): E.Either<ApiError, Selection<'source' | 'type' | 'payout'>> => {
  if (payout !== undefined) {
    return pipe(
      findRow(state.payouts, 'payout', payout, 'payout'),
      E.filterOrElse(
        ({ automatic }) => automatic,
        () => manualPayout,
      ),
      E.map(({ id }) => ({ index: 'payout', key: id }) as const),
    );
  }
  if (source !== undefined) {
    return E.right({ index: 'source', keys: source.startsWith('du_') ? [] : [source] });
  }
  return E.right(type === undefined || type === 'charge' ? 'all' : { index: 'type', key: type });
};

/** A page of all balance transactions, or of those of a charge, a refund or a payout, a type or a currency. */
export const listBalanceTransactions = listOperation({
  name: 'listBalanceTransactions',
  path: '/v1/balance_transactions',
  returns: 'balance_transaction',
  params: shape(
    {},
    {
      ...createdPageParams,
      currency: textParam,
      source: textParam,
      payout: textParam,
      type: textParam,
    },
  ),
  table: ({ transactions }) => transactions,
  resource: 'balance transaction',
  select: selectionOf,
  shows: (entry, { currency = entry.currency, type }) =>
    entry.currency === currency.toLowerCase() &&
    (type === undefined || typeOfEntry(entry) === type),
  show: (entry, { now }) => toBalanceTransaction(entry, now),
});
