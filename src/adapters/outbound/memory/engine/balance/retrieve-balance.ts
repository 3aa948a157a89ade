import * as E from 'fp-ts/lib/Either.js';
import type { BalanceAmount, BalanceObject } from '../objects/balance.js';
import { operation } from '../operation.js';
import { shape } from '../params/shape.js';
import type { State } from '../state/state.js';

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

/** What came in and was not given back, currency by currency: there are no fees, and nothing has to wait. */
export const retrieveBalance = operation({
  name: 'retrieveBalance',
  method: 'GET',
  path: '/v1/balance',
  gives: 'balance',
  params: shape({}),
  run:
    ({ state }) =>
    () =>
      E.right(balanceOf(state)),
});
