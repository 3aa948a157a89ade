import { CustomerId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { DeletedCustomer } from '../../domain/objects/customer.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const DeleteCustomer = input({
  /** Id of the customer, `cus_...`. */
  customer: CustomerId,
});
export type DeleteCustomer = InputOf<typeof DeleteCustomer>;

/** Deletes a customer for good. Their payments stay. */
export const deleteCustomer =
  (deps: Pick<PaymentProcessor, 'deleteCustomer'>): UseCase<DeleteCustomer, DeletedCustomer> =>
  ({ customer }, options) =>
    deps.deleteCustomer({ customer }, options);
