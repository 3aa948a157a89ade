import type {
  PaymentProcessor,
  ProcessorExtras,
} from '../../../application/ports/payment-processor.js';
import { createOutcomeLookUps } from '../look-ups/create-outcome-look-ups.js';
import { cards } from './cards.js';
import { connect } from './connect.js';
import { customers } from './customers.js';
import { paymentIntents } from './payment-intents.js';
import { refunds } from './refunds.js';
import { writeRequestFormat } from './request-format.js';
import type { StripeProcessorOptions } from './stripe-processor-options.js';

/**
 * Stripe as the card processor. Amounts are cents, moments Unix seconds. Nothing is sent before a task runs. A change
 * whose answer is lost is tried again with the same idempotency key, and looked up after that, before it is called
 * unknown. Throws a `TypeError` for options that are not what they should be.
 */
export const createStripeProcessor = (
  options: StripeProcessorOptions,
): PaymentProcessor & ProcessorExtras => {
  const { stripe, caller, today, formatOf, reads } = connect('createStripeProcessor', options);
  return {
    requestFormat: writeRequestFormat(today),
    lookUps: createOutcomeLookUps(reads),
    ...customers(stripe, caller),
    ...cards(stripe, caller, formatOf),
    ...paymentIntents(stripe, caller),
    ...refunds(stripe, caller),
  };
};
