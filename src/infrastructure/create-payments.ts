import { createMemoryEventInbox } from '../adapters/outbound/memory/memory-event-inbox.js';
import { systemClock } from '../adapters/outbound/system-clock.js';
import { createWebhookVerifier } from '../adapters/outbound/webhook-signature/webhook-verifier.js';
import { bindUseCases } from '../application/bind-use-cases.js';
import { type Payments, payments } from '../application/payments.js';
import type { Clock } from '../application/ports/clock.js';
import type { EventInbox } from '../application/ports/event-inbox.js';
import type {
  ConfirmationMethod,
  PaymentProcessor,
} from '../application/ports/payment-processor.js';
import { functionsOf } from './functions-of.js';

/** What payments are made with. Only the processor is required. */
export type PaymentsOptions = {
  /** The card processor that the payments go to. */
  readonly processor: PaymentProcessor;
  /** Signing secrets of webhook calls (`whsec_...`); several while one replaces another. None: no call is accepted. */
  readonly webhookSecrets?: ReadonlyArray<string>;
  /** Where received events are kept. Default: in memory, as long as the process lives. */
  readonly eventInbox?: EventInbox;
  /** Unix seconds. Default: the machine's time. */
  readonly clock?: Clock;
  /** `manual` (default): after a 3D Secure challenge the server confirms again; `automatic`: it goes on by itself. */
  readonly confirmationMethod?: ConfirmationMethod;
};

/** The payment use cases over a processor, as promises and as `TaskEither`. */
export const createPayments = ({
  processor,
  webhookSecrets = [],
  eventInbox = createMemoryEventInbox(),
  clock = systemClock,
  confirmationMethod = 'manual',
}: PaymentsOptions): Payments =>
  payments(
    bindUseCases({
      ...functionsOf(processor),
      webhookVerifier: createWebhookVerifier({ secrets: webhookSecrets, clock }),
      eventInbox,
      clock,
      confirmationMethod,
    }),
  );
