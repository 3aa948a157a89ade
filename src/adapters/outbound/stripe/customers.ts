import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { Customer, DeletedCustomer } from '../../../domain/customer.js';
import type { CustomerId } from '../../../domain/ids.js';
import { List } from '../../../domain/list.js';
import { asDefault } from '../card-of-payment-method.js';
import { withKeyMetadata } from '../with-key-metadata.js';
import type { Attempt } from './create-attempt.js';
import type { Caller } from './create-caller.js';
import { keyToCarry } from './request-format.js';
import type { StripeCall } from './stripe-call.js';

type Customers = Pick<
  PaymentProcessor,
  'createCustomer' | 'retrieveCustomer' | 'listCustomers' | 'updateCustomer' | 'deleteCustomer'
>;

/** The port's functions about customers. */
export const customers = (
  { customers: api }: Stripe,
  attempt: Attempt,
  { read, change, remove }: Caller,
): Customers => {
  const retrieval = (customer: CustomerId): StripeCall<Customer | DeletedCustomer> => ({
    name: 'retrieveCustomer',
    send: (options) => api.retrieve(customer, {}, options),
    reply: t.union([DeletedCustomer, Customer]),
  });

  return {
    createCustomer: (fields, options) =>
      change(
        {
          name: 'createCustomer',
          send: (by, format) =>
            api.create(withKeyMetadata(fields, keyToCarry(format, options)), by),
          reply: Customer,
        },
        options,
      ),
    retrieveCustomer: ({ customer }) => read(retrieval(customer)),
    listCustomers: (page) =>
      read({
        name: 'listCustomers',
        send: (by) => api.list(page, by),
        reply: List(Customer),
      }),
    updateCustomer: ({ customer, default_source, ...fields }, options) =>
      change(
        {
          name: 'updateCustomer',
          send: (by) => api.update(customer, { ...fields, ...asDefault(default_source) }, by),
          reply: Customer,
        },
        options,
      ),
    deleteCustomer: ({ customer }, options) =>
      remove(
        {
          name: 'deleteCustomer',
          send: (by) => api.del(customer, {}, by),
          reply: DeletedCustomer,
        },
        options,
        pipe(
          attempt(retrieval(customer)),
          TE.map((found) => ('deleted' in found ? O.some(E.right(found)) : O.none)),
        ),
      ),
  };
};
