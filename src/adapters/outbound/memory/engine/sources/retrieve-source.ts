import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { findCustomer } from '../customers/find-customer.js';
import type { CardObject } from '../objects/card-object.js';
import type { Operation } from '../operation.js';
import { findSource } from './find-source.js';
import { toSource } from './to-source.js';

/** A customer's card. */
export const retrieveSource: Operation<
  { readonly customer: string; readonly card: string },
  CardObject
> = {
  name: 'retrieveCard',
  method: 'GET',
  path: '/v1/customers/:customer/sources/:card',
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.flatMap(() => findSource(call, params.customer, params.card)),
      E.map(toSource),
    ),
};
