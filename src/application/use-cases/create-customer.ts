import { type InputOf, input } from '../../domain/input/input.js';
import { text } from '../../domain/input/primitives.js';
import type { Customer } from '../../domain/objects/customer.js';
import { NewMetadata } from '../../domain/objects/metadata.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const CreateCustomer = input(
  {
    /** Email address. */
    email: text('Email address'),
    /** Full name. */
    name: text('Full name'),
    /** Phone number. */
    phone: text('Phone number'),
  },
  {
    /** Your own texts by name. `metadata.pasarela_key` is not yours. */
    metadata: NewMetadata,
  },
);
export type CreateCustomer = InputOf<typeof CreateCustomer>;

/** Creates a customer. Two customers may share an email address. */
export const createCustomer =
  (deps: Pick<PaymentProcessor, 'createCustomer'>): UseCase<CreateCustomer, Customer> =>
  (customer, options) =>
    deps.createCustomer(customer, options);
