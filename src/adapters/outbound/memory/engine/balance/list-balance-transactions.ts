import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../operation.js';
import { createdPageParams } from '../params/page.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { listPage } from '../state/list-page.js';
import { toBalanceTransaction } from './to-balance-transaction.js';

/** A page of the movements of the balance, or of those that a charge, a refund or a dispute caused. */
export const listBalanceTransactions = operation({
  name: 'listBalanceTransactions',
  method: 'GET',
  path: '/v1/balance_transactions',
  gives: 'balance_transaction',
  list: true,
  params: shape(
    {},
    { ...createdPageParams, source: text, ...notSimulated('currency', 'payout', 'type') },
  ),
  run: (call) => (params) =>
    pipe(
      listPage({
        table: call.state.transactions,
        selection: params.source === undefined ? 'all' : { index: 'source', key: params.source },
        resource: 'balance transaction',
        url: '/v1/balance_transactions',
        page: params,
      }),
      E.map((list) => ({ ...list, data: list.data.map(toBalanceTransaction) })),
    ),
});
