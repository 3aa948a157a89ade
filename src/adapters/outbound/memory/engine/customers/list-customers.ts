import type { CustomerObject } from '../objects/customer-object.js';
import type { ListObject } from '../objects/list-object.js';
import type { Operation } from '../operation.js';
import { listPage, type PageParams } from '../state/list-page.js';

/** A page of the customers, or of those with an email. */
export const listCustomers: Operation<
  PageParams & { readonly email?: string },
  ListObject<CustomerObject>
> = {
  name: 'listCustomers',
  method: 'GET',
  path: '/v1/customers',
  run: (call) => (params) =>
    listPage({
      table: call.state.customers,
      selection: params.email === undefined ? 'all' : { index: 'email', key: params.email },
      resource: 'customer',
      url: '/v1/customers',
      page: params,
    }),
};
