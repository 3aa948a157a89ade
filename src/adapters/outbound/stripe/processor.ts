import type {
  PaymentProcessor,
  ProcessorExtras,
} from '../../../application/ports/payment-processor.js';
import { isLiveKey } from '../../../domain/text/live-key.js';
import { createOutcomeLookUps } from '../look-ups/outcome-look-ups.js';
import { stripeAccount } from './account.js';
import { callRows } from './call-table.js';
import { stripeCards } from './cards.js';
import { stripeCheckoutSessions } from './checkout-sessions.js';
import { connectToStripe } from './connection.js';
import { stripeCustomers } from './customers.js';
import { stripeDisputes } from './disputes.js';
import { stripeLedgers } from './ledgers.js';
import type { StripeProcessorOptions } from './options.js';
import { stripePaymentIntents } from './payment-intents.js';
import { stripeRefunds } from './refunds.js';
import { writeRequestFormat } from './request-format.js';
import { stripeSetupIntents } from './setup-intents.js';

/**
 * Stripe as the card processor. Amounts are in cents, times in Unix seconds. Nothing is sent before a task runs. When the
 * response to a change is lost, the change is retried with the same idempotency key and then looked up, before its
 * outcome is reported as unknown. Throws a `TypeError` for invalid options.
 */
export const createStripeProcessor = (
  options: StripeProcessorOptions,
): PaymentProcessor & ProcessorExtras => {
  const { caller, currentFormat, formatOf, reads, close } = connectToStripe(
    'createStripeProcessor',
    options,
  );
  const rows = callRows(caller);
  const livemode = isLiveKey(options.secretKey);
  return {
    requestFormat: writeRequestFormat(currentFormat),
    apiVersion: currentFormat.apiVersion,
    livemode,
    lookUps: createOutcomeLookUps(reads),
    retrieveAccount: stripeAccount(caller, livemode),
    close,
    ...stripeCustomers(rows),
    ...stripeCards(rows, formatOf),
    ...stripePaymentIntents(rows),
    ...stripeSetupIntents(rows),
    ...stripeCheckoutSessions(rows),
    ...stripeRefunds(rows),
    ...stripeLedgers(rows),
    ...stripeDisputes(rows),
  };
};
