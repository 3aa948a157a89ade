import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors.js';
import { listOperation } from '../kernel/list-operation.js';
import { operation } from '../kernel/operation.js';
import { type CustomerObject, toDeletedCustomer } from '../objects/customer.js';
import type { DeletedObject } from '../objects/object.js';
import { createdPageParams } from '../params/page.js';
import { textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';

/** A customer, or the mark of a deleted one. */
export const retrieveCustomer = operation({
  name: 'retrieveCustomer',
  method: 'GET',
  path: '/v1/customers/:customer',
  returns: 'customer',
  params: shape({ customer: textParam }),
  run:
    (context) =>
    (params): E.Either<ApiError, CustomerObject | DeletedObject<'customer'>> => {
      const deleted = context.state.deletedCustomers.get(params.customer);
      return deleted === undefined
        ? findCustomer(context, params.customer)
        : E.right(toDeletedCustomer(deleted));
    },
});

/** A page of the customers, or of those with an email address. */
export const listCustomers = listOperation({
  name: 'listCustomers',
  path: '/v1/customers',
  returns: 'customer',
  params: shape({}, { ...createdPageParams, email: textParam, ...notSimulated('test_clock') }),
  table: ({ customers }) => customers,
  placeOfDeleted: ({ deletedCustomers }, id) => deletedCustomers.get(id)?.place,
  resource: 'customer',
  select: (_, { email }) =>
    E.right(email === undefined ? 'all' : ({ index: 'email', key: email.toLowerCase() } as const)),
  shows: (row, { email }) => email === undefined || row.email === email,
  show: (customer) => customer,
});
