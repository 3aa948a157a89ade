import type { Clock } from '../application/ports/clock.js';
import type { EventInbox } from '../application/ports/event-inbox.js';
import type {
  ConfirmationMethod,
  PaymentProcessor,
} from '../application/ports/payment-processor.js';
import type { IdempotencyOptions } from './idempotency-options.js';

/** What payments are made with. Only the processor is required. */
export type PaymentsOptions = {
  /** The card processor that the payments go to. */
  readonly processor: PaymentProcessor;
  /** Signing secrets of webhook calls (`whsec_...`); several while one replaces another. None: no call is accepted. */
  readonly webhookSecrets?: ReadonlyArray<string>;
  /** Where received events are kept. Default: in memory, as long as the process lives. */
  readonly eventInbox?: EventInbox;
  /** How requests with idempotency keys are handled: `payments.withIdempotencyKey(key)`. */
  readonly idempotency?: IdempotencyOptions;
  /** Unix seconds. Default: the machine's time. */
  readonly clock?: Clock;
  /** `manual` (default): after a 3D Secure challenge the server confirms again; `automatic`: it goes on by itself. */
  readonly confirmationMethod?: ConfirmationMethod;
};
