import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { findCustomer } from '../customers/find-customer.js';
import type { CardObject } from '../objects/card-object.js';
import type { ListObject } from '../objects/list-object.js';
import type { Operation } from '../operation.js';
import { listPage, type PageParams } from '../state/list-page.js';
import { toSource } from './to-source.js';

/** A page of a customer's cards. */
export const listSources: Operation<
  PageParams & { readonly customer: string },
  ListObject<CardObject>
> = {
  name: 'listCards',
  method: 'GET',
  path: '/v1/customers/:customer/sources',
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
};
