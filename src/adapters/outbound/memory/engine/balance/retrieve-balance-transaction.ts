import * as E from 'fp-ts/lib/Either.js';
import { noSuch } from '../errors.js';
import { operation } from '../operation.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { toBalanceTransaction } from './to-balance-transaction.js';

/** A movement of the balance. */
export const retrieveBalanceTransaction = operation({
  name: 'retrieveBalanceTransaction',
  method: 'GET',
  path: '/v1/balance_transactions/:id',
  gives: 'balance_transaction',
  params: shape({ id: text }),
  run:
    ({ state }) =>
    ({ id }) => {
      const entry = state.transactions.get(id);
      return entry === undefined
        ? E.left(noSuch('balance transaction', id))
        : E.right(toBalanceTransaction(entry));
    },
});
