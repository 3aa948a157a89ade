import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { CustomerObject } from '../objects/customer.js';
import type { DeletedObject } from '../objects/object.js';
import { createdPageParams } from '../params/page.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import { listPage } from '../store/list-page.js';

/** The customer, or what is left of a deleted one. */
export const retrieveCustomer = operation({
  name: 'retrieveCustomer',
  method: 'GET',
  path: '/v1/customers/:customer',
  returns: 'customer',
  params: shape({ customer: text }),
  run:
    (call) =>
    (params): E.Either<ApiError, CustomerObject | DeletedObject<'customer'>> => {
      const deleted = call.state.deletedCustomers.get(params.customer);
      return deleted === undefined ? findCustomer(call, params.customer) : E.right(deleted);
    },
});

/** A page of the customers, or of those with an email. */
export const listCustomers = operation({
  name: 'listCustomers',
  method: 'GET',
  path: '/v1/customers',
  returns: 'customer',
  list: true,
  params: shape({}, { ...createdPageParams, email: text, ...notSimulated('test_clock') }),
  run: (call) => (params) =>
    listPage({
      table: call.state.customers,
      selection: params.email === undefined ? 'all' : { index: 'email', key: params.email },
      resource: 'customer',
      url: '/v1/customers',
      page: params,
    }),
});
