import { createMemoryEventInbox } from '../adapters/outbound/memory/memory-event-inbox.js';
import { systemClock } from '../adapters/outbound/system-clock.js';
import { createWebhookVerifier } from '../adapters/outbound/webhook-signature/webhook-verifier.js';
import { bindUseCases } from '../application/bind-use-cases.js';
import { type Payments, payments } from '../application/payments.js';
import { checkPaymentsOptions } from './check-payments-options.js';
import { functionsOf } from './functions-of.js';
import type { PaymentsOptions } from './payments-options.js';

/**
 * The payment use cases over a processor, as promises and as `TaskEither`. Throws a `TypeError` for options that are not
 * what they should be.
 */
export const createPayments = (options: PaymentsOptions): Payments => {
  checkPaymentsOptions(options);
  const {
    processor,
    webhookSecrets = [],
    eventInbox = createMemoryEventInbox(),
    clock = systemClock,
    confirmationMethod = 'manual',
  } = options;
  return payments(
    bindUseCases({
      ...functionsOf(processor),
      webhookVerifier: createWebhookVerifier({ secrets: webhookSecrets, clock }),
      eventInbox,
      clock,
      confirmationMethod,
    }),
  );
};
