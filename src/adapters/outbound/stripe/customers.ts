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

/** The port's customer functions. */
export const stripeCustomers = (
  { customers: api }: Stripe,
  { read, change, remove }: StripeCaller,
): Customers => {
  const retrieval = (customer: CustomerId): StripeCall<Customer | DeletedCustomer> => ({
    name: 'retrieveCustomer',
    send: (request) => api.retrieve(customer, {}, request),
    reply: t.union([DeletedCustomer, Customer]),
  });

  return {
    createCustomer: (fields, options) =>
      change(
        {
          name: 'createCustomer',
          send: (request, format) =>
            api.create(withKeyMetadata(fields, keyToCarry(format, options)), request),
          reply: Customer,
        },
        options,
        // A caller without a key cannot look up the outcome later, and a second customer does no harm.
        options?.idempotencyKey === undefined
          ? undefined
          : (reads, sent) => customerEvidence.created(reads)(fields, sent),
      ),
    retrieveCustomer: ({ customer }) => read(retrieval(customer)),
    listCustomers: (page) =>
      read({
        name: 'listCustomers',
        send: (request) => api.list(page, request),
        reply: List(Customer),
      }),
    updateCustomer: ({ customer, default_source, ...fields }, options) =>
      change(
        {
          name: 'updateCustomer',
          send: (request) =>
            api.update(customer, { ...fields, ...defaultCardParams(default_source) }, request),
          reply: Customer,
        },
        options,
      ),
    deleteCustomer: ({ customer }, options) =>
      remove(
        {
          name: 'deleteCustomer',
          send: (request) => api.del(customer, {}, request),
          reply: DeletedCustomer,
        },
        options,
        (reads) => customerEvidence.deleted(reads)({ customer }),
      ),
  };
};
