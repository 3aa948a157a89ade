import type {
  NewSetupIntent,
  PaymentProcessor,
} from '../../application/ports/payment-processor.js';
import { type CustomerId, PaymentMethodId, SetupIntentId } from '../../domain/ids.js';
import { mustSucceed } from './expect-outcome.js';
import { proven } from './ids.js';
import { newCustomer } from './new-customer.js';

type Overrides = Partial<Omit<NewSetupIntent, 'payment_method' | 'customer'>> & {
  readonly payment_method?: string;
};

/** The input for a setup of a good card, not confirmed yet; `overrides` change it. */
export const setupFields = (
  customer: CustomerId,
  { payment_method = 'pm_card_visa', ...overrides }: Overrides = {},
): NewSetupIntent => ({
  customer,
  payment_method: proven(PaymentMethodId, payment_method),
  confirm: false,
  ...overrides,
});

/** Creates a setup intent and its customer. The intent is not confirmed unless `overrides` say so. */
export const newSetup = async (
  processor: PaymentProcessor,
  overrides: Overrides = {},
): Promise<{ readonly id: SetupIntentId; readonly customer: CustomerId }> => {
  const customer = await newCustomer(processor);
  const intent = await mustSucceed(processor).createSetupIntent(setupFields(customer, overrides));
  return { id: proven(SetupIntentId, intent.id), customer };
};
