import * as t from 'io-ts';
import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { Customer, DeletedCustomer } from '../../../domain/customer.js';
import type { CustomerId } from '../../../domain/ids.js';
import { List } from '../../../domain/list.js';
import { customerEvidence } from '../look-ups/customer-evidence.js';
import { defaultCardParams } from '../stripe-objects/card-payment-method.js';
import { withKeyMetadata } from '../stripe-objects/idempotency-key.js';
import type { StripeCall } from './attempt.js';
import type { StripeCaller } from './caller.js';
import { keyToCarry } from './request-format.js';

type Customers = Pick<
  PaymentProcessor,
  'createCustomer' | 'retrieveCustomer' | 'listCustomers' | 'updateCustomer' | 'deleteCustomer'
>;

/** The port's functions about customers. */
export const stripeCustomers = (
  { customers: api }: Stripe,
  { read, change, remove }: StripeCaller,
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
        // Without a key of the caller nobody asks again for what was made: two customers do no harm.
        options?.idempotencyKey === undefined
          ? undefined
          : (reads, sent) => customerEvidence.created(reads)(fields, sent),
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
          send: (by) =>
            api.update(customer, { ...fields, ...defaultCardParams(default_source) }, by),
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
        (reads) => customerEvidence.deleted(reads)({ customer }),
      ),
  };
};
