import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toSource } from '../cards/card-views.js';
import { operation } from '../kernel/operation.js';
import { pageParams } from '../params/page.js';
import { oneSimulatedOf, text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import { listPage } from '../store/list-page.js';

/** A page of a customer's cards. */
export const listSources = operation({
  name: 'listCards',
  method: 'GET',
  path: '/v1/customers/:customer/sources',
  returns: 'card',
  list: true,
  params: shape(
    { customer: text },
    { ...pageParams, object: oneSimulatedOf(['card'], ['bank_account', 'alipay_account']) },
  ),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.flatMap(({ id }) =>
        listPage({
          table: call.state.instruments,
          selection: { index: 'source', key: id },
          resource: 'source',
          url: `/v1/customers/${id}/sources`,
          page: params,
          holds: (row) => row.kind === 'card' && row.customer === id,
        }),
      ),
      E.map((list) => ({ ...list, data: list.data.map(toSource) })),
    ),
});
