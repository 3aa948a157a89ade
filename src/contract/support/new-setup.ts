import type { NewSetupIntent } from '../../application/ports/payment-processor.js';
import { type CustomerId, PaymentMethodId, SetupIntentId } from '../../domain/ids.js';
import type { InstrumentName, Subject } from '../suite.js';
import { mustSucceed } from './expect-outcome.js';
import { proven } from './ids.js';
import { newCustomer } from './new-customer.js';

type Overrides = Partial<Omit<NewSetupIntent, 'payment_method' | 'customer'>> & {
  readonly payment_method?: string;
  /** How the card behaves, if no `payment_method` is given. Default: as most clauses pay. */
  readonly outcome?: InstrumentName;
};

/** The input for a setup of a good card, not confirmed yet; `overrides` change it. */
export const setupFields = async (
  processor: Subject,
  customer: CustomerId,
  { payment_method, outcome, ...overrides }: Overrides = {},
): Promise<NewSetupIntent> => {
  const { given } = processor;
  const method =
    payment_method === undefined
      ? await given.paymentMethod(outcome ?? given.usual, customer)
      : proven(PaymentMethodId, payment_method);
  return {
    customer,
    ...(method === undefined ? {} : { payment_method: method }),
    confirm: false,
    ...overrides,
  };
};

/** Creates a setup intent and its customer. The intent is not confirmed unless `overrides` say so. */
export const newSetup = async (
  processor: Subject,
  overrides: Overrides = {},
): Promise<{ readonly id: SetupIntentId; readonly customer: CustomerId }> => {
  const customer = await newCustomer(processor);
  const fields = await setupFields(processor, customer, overrides);
  const intent = await mustSucceed(processor).createSetupIntent(fields);
  return { id: proven(SetupIntentId, intent.id), customer };
};
