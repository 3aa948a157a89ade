import * as E from 'fp-ts/lib/Either.js';
import type { Call } from '../call.js';
import { type ApiError, noSuch } from '../errors.js';
import type { CustomerObject } from '../objects/customer.js';

/** The customer, unless deleted. `param`: where the id stood, `id` for the path. */
export const findCustomer = (
  { state }: Pick<Call, 'state'>,
  id: string,
  param = 'id',
): E.Either<ApiError, CustomerObject> => {
  const customer = state.customers.get(id);
  return customer === undefined ? E.left(noSuch('customer', id, param)) : E.right(customer);
};
