import { createMemoryEventInbox } from '../adapters/outbound/memory/memory-event-inbox.js';
import { systemClock } from '../adapters/outbound/system-clock.js';
import { createWebhookVerifier } from '../adapters/outbound/webhook-signature/webhook-verifier.js';
import { bindKeyedUseCases } from '../application/bind-keyed-use-cases.js';
import { bindUseCases } from '../application/bind-use-cases.js';
import { type Payments, payments } from '../application/payments.js';
import type { Dependencies } from '../application/use-cases.js';
import { checkPaymentsOptions } from './check-payments-options.js';
import { createDoOnce } from './create-do-once.js';
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
    idempotency = {},
  } = options;
  const deps: Dependencies = {
    ...functionsOf(processor),
    webhookVerifier: createWebhookVerifier({ secrets: webhookSecrets, clock }),
    eventInbox,
    clock,
    confirmationMethod,
  };
  return payments(bindUseCases(deps), bindKeyedUseCases(deps, createDoOnce(idempotency, clock)));
};
