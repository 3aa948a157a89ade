import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toSource } from '../cards/card-views.js';
import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import { findSource } from './find-source.js';

/** A customer's card. */
export const retrieveSource = operation({
  name: 'retrieveCard',
  method: 'GET',
  path: '/v1/customers/:customer/sources/:card',
  returns: 'card',
  params: shape({ customer: text, card: text }),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.flatMap(() => findSource(call, params.customer, params.card)),
      E.map(toSource),
    ),
});
