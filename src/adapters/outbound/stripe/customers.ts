import * as t from 'io-ts';
import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { List } from '../../../domain/input/list.js';
import { Customer, DeletedCustomer } from '../../../domain/objects/customer.js';
import { customerEvidence } from '../look-ups/customer-evidence.js';
import { defaultCardParams } from '../stripe-objects/card-payment-method.js';
import { withKeyMetadata } from '../stripe-objects/idempotency-key.js';
import type { StripeCall } from './attempt.js';
import type { CallRows } from './call-table.js';
import { deleteRequest, getRequest, pathTo, postRequest } from './request.js';

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
export const stripeCustomers = ({ read, reading, changing, removing }: CallRows): Customers => {
  const createCustomer = (
    evidence?: typeof customerEvidence.created,
  ): Customers['createCustomer'] =>
    changing(
      'createCustomer',
      Customer,
      (fields, { keyInMetadata }) =>
        postRequest<Stripe.CustomerCreateParams>(
          '/v1/customers',
          withKeyMetadata(fields, keyInMetadata),
        ),
      evidence,
    );
  return {
    // A caller without a key cannot look up the outcome later, and a second customer does no harm.
    createCustomer: (fields, options) =>
      createCustomer(options?.idempotencyKey === undefined ? undefined : customerEvidence.created)(
        fields,
        options,
      ),
    retrieveCustomer: ({ customer }) => read(customerRetrieval(customer)),
    listCustomers: reading('listCustomers', List(Customer), (page) =>
      getRequest<Stripe.CustomerListParams>('/v1/customers', page),
    ),
    updateCustomer: changing(
      'updateCustomer',
      Customer,
      ({ customer, default_source, ...fields }) =>
        postRequest<Stripe.CustomerUpdateParams>(pathTo`/v1/customers/${customer}`, {
          ...fields,
          ...defaultCardParams(default_source),
        }),
    ),
    deleteCustomer: removing(
      'deleteCustomer',
      DeletedCustomer,
      ({ customer }) => deleteRequest(pathTo`/v1/customers/${customer}`),
      customerEvidence.deleted,
    ),
  };
};
