import type { Customer } from '../../domain/customer.js';
import { CardId, CustomerId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const SetDefaultCard = input({ customer: CustomerId, default_source: CardId });
export type SetDefaultCard = InputOf<typeof SetDefaultCard>;

/** Makes one of a customer's cards the default of its kind: `default_source`, or `invoice_settings.default_payment_method`. */
export const setDefaultCard =
  (deps: Pick<PaymentProcessor, 'updateCustomer'>): UseCase<SetDefaultCard, Customer> =>
  (choice, options) =>
    deps.updateCustomer(choice, options);
