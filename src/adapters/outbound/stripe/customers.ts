import * as t from 'io-ts';
import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { Customer, DeletedCustomer } from '../../../domain/customer.js';
import { List } from '../../../domain/list.js';
import { customerEvidence } from '../look-ups/customer-evidence.js';
import { defaultCardParams } from '../stripe-objects/card-payment-method.js';
import { withKeyMetadata } from '../stripe-objects/idempotency-key.js';
import type { StripeCall } from './attempt.js';
import type { StripeCaller } from './caller.js';
import { deleteRequest, getRequest, pathTo, postRequest } from './request.js';
import { keyToCarry } from './request-format.js';

type Customers = Pick<
  PaymentProcessor,
  'createCustomer' | 'retrieveCustomer' | 'listCustomers' | 'updateCustomer' | 'deleteCustomer'
>;

/** The call that retrieves a customer. */
export const customerRetrieval = (id: string): StripeCall<Customer | DeletedCustomer> => ({
  name: 'retrieveCustomer',
  request: () => getRequest(pathTo`/v1/customers/${id}`),
  reply: t.union([DeletedCustomer, Customer]),
});

/** The port's customer functions. */
export const stripeCustomers = ({ read, change, remove }: StripeCaller): Customers => {
  return {
    createCustomer: (fields, options) =>
      change(
        {
          name: 'createCustomer',
          request: (format) =>
            postRequest<Stripe.CustomerCreateParams>(
              '/v1/customers',
              withKeyMetadata(fields, keyToCarry(format, options)),
            ),
          reply: Customer,
        },
        options,
        // A caller without a key cannot look up the outcome later, and a second customer does no harm.
        options?.idempotencyKey === undefined
          ? undefined
          : (reads, sent) => customerEvidence.created(reads)(fields, sent),
      ),
    retrieveCustomer: ({ customer }) => read(customerRetrieval(customer)),
    listCustomers: (page) =>
      read({
        name: 'listCustomers',
        request: () => getRequest<Stripe.CustomerListParams>('/v1/customers', page),
        reply: List(Customer),
      }),
    updateCustomer: ({ customer, default_source, ...fields }, options) =>
      change(
        {
          name: 'updateCustomer',
          request: () =>
            postRequest<Stripe.CustomerUpdateParams>(pathTo`/v1/customers/${customer}`, {
              ...fields,
              ...defaultCardParams(default_source),
            }),
          reply: Customer,
        },
        options,
      ),
    deleteCustomer: ({ customer }, options) =>
      remove(
        {
          name: 'deleteCustomer',
          request: () => deleteRequest(pathTo`/v1/customers/${customer}`),
          reply: DeletedCustomer,
        },
        options,
        (reads) => customerEvidence.deleted(reads)({ customer }),
      ),
  };
};
