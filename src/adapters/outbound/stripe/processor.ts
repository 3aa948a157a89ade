import type {
  PaymentProcessor,
  ProcessorExtras,
} from '../../../application/ports/payment-processor.js';
import { createOutcomeLookUps } from '../look-ups/outcome-look-ups.js';
import { stripeCards } from './cards.js';
import { connectToStripe } from './connection.js';
import { stripeCustomers } from './customers.js';
import type { StripeProcessorOptions } from './options.js';
import { stripePaymentIntents } from './payment-intents.js';
import { stripeRefunds } from './refunds.js';
import { writeRequestFormat } from './request-format.js';

/**
 * Stripe as the card processor. Amounts are cents, moments Unix seconds. Nothing is sent before a task runs. A change
 * whose answer is lost is tried again with the same idempotency key, and looked up after that, before it is called
 * unknown. Throws a `TypeError` for options that are not what they should be.
 */
export const createStripeProcessor = (
  options: StripeProcessorOptions,
): PaymentProcessor & ProcessorExtras => {
  const { stripe, caller, today, formatOf, reads } = connectToStripe(
    'createStripeProcessor',
    options,
  );
  return {
    requestFormat: writeRequestFormat(today),
    lookUps: createOutcomeLookUps(reads),
    ...stripeCustomers(stripe, caller),
    ...stripeCards(stripe, caller, formatOf),
    ...stripePaymentIntents(stripe, caller),
    ...stripeRefunds(stripe, caller),
  };
};
