import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Call } from '../call.js';
import type { ApiError } from '../errors/api-error.js';
import { noSuch } from '../errors/no-such.js';
import type { CustomerObject } from '../objects/customer-object.js';
import { operation } from '../operation.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { applyCustomerParams } from './apply-customer-params.js';
import { customerFields } from './customer-params.js';
import { findCustomer } from './find-customer.js';
import { saveCustomer } from './save-customer.js';

const UpdateCustomerParams = shape({ customer: text }, { ...customerFields, default_source: text });

const withDefaultSource =
  (call: Call, source: string | undefined) =>
  (customer: CustomerObject): E.Either<ApiError, CustomerObject> => {
    if (source === undefined) return E.right(customer);
    const card = call.state.instruments.get(source);
    return card?.kind === 'card' && card.customer === customer.id
      ? E.right({ ...customer, default_source: source })
      : E.left(noSuch('source', source, 'default_source'));
  };

/** Changes what is given of a customer, and leaves the rest. */
export const updateCustomer = operation({
  name: 'updateCustomer',
  method: 'POST',
  path: '/v1/customers/:customer',
  gives: 'customer',
  params: UpdateCustomerParams,
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.bindTo('before'),
      E.bind('after', ({ before }) =>
        pipe(
          applyCustomerParams(before, params),
          E.flatMap(withDefaultSource(call, params.default_source)),
        ),
      ),
      E.map(({ before, after }) => saveCustomer(call, before, after)),
    ),
});
