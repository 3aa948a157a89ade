import { CardId, CustomerId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { Customer } from '../../domain/objects/customer.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const SetDefaultCard = input({
  /** Id of the customer, `cus_...`. */
  customer: CustomerId,
  /** Id of the card, `card_...` or `pm_...`. */
  default_source: CardId,
});
export type SetDefaultCard = InputOf<typeof SetDefaultCard>;

/** Makes a card the customer's default: `default_source` for a source, else `invoice_settings.default_payment_method`. */
export const setDefaultCard =
  (deps: Pick<PaymentProcessor, 'updateCustomer'>): UseCase<SetDefaultCard, Customer> =>
  (choice, options) =>
    deps.updateCustomer(choice, options);
