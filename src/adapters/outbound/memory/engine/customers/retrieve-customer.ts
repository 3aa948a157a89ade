import * as E from 'fp-ts/lib/Either.js';
import type { CustomerObject } from '../objects/customer-object.js';
import type { DeletedObject } from '../objects/deleted-object.js';
import type { Operation } from '../operation.js';
import { findCustomer } from './find-customer.js';

/** The customer, or what is left of a deleted one. */
export const retrieveCustomer: Operation<
  { readonly customer: string },
  CustomerObject | DeletedObject<'customer'>
> = {
  name: 'retrieveCustomer',
  method: 'GET',
  path: '/v1/customers/:customer',
  run: (call) => (params) => {
    const deleted = call.state.deletedCustomers.get(params.customer);
    return deleted === undefined ? findCustomer(call, params.customer) : E.right(deleted);
  },
};
