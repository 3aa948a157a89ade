import { CustomerId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { text } from '../../domain/input/primitives.js';
import type { Customer } from '../../domain/objects/customer.js';
import { MetadataChange } from '../../domain/objects/metadata.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const UpdateCustomer = input(
  {
    /** Id of the customer, `cus_...`. */
    customer: CustomerId,
  },
  {
    /** Email address. */
    email: text('Email address'),
    /** Full name. */
    name: text('Full name'),
    /** Phone number. */
    phone: text('Phone number'),
    /** Texts by name that change; an empty text removes its name. */
    metadata: MetadataChange,
  },
);
export type UpdateCustomer = InputOf<typeof UpdateCustomer>;

/** Updates a customer. Only the given fields change. */
export const updateCustomer =
  (deps: Pick<PaymentProcessor, 'updateCustomer'>): UseCase<UpdateCustomer, Customer> =>
  (changes, options) =>
    deps.updateCustomer(changes, options);
