import type { Customer } from '../../domain/customer.js';
import { CustomerId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input.js';
import { MetadataChange } from '../../domain/metadata.js';
import { text } from '../../domain/primitives.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const UpdateCustomer = input(
  { customer: CustomerId },
  {
    email: text('Email address'),
    name: text('Full name'),
    phone: text('Phone number'),
    metadata: MetadataChange,
  },
);
export type UpdateCustomer = InputOf<typeof UpdateCustomer>;

/** Updates a customer. Only the given fields change. */
export const updateCustomer =
  (deps: Pick<PaymentProcessor, 'updateCustomer'>): UseCase<UpdateCustomer, Customer> =>
  (changes, options) =>
    deps.updateCustomer(changes, options);
