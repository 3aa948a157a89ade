import type { Clock } from '../application/ports/clock.js';
import type { EventStore } from '../application/ports/event-store.js';
import type { Logger } from '../application/ports/logger.js';
import type {
  ConfirmationMethod,
  PaymentProcessor,
  ProcessorExtras,
} from '../application/ports/payment-processor.js';
import type { UnknownFieldsPolicy } from '../application/unknown-fields.js';
import type { EventHandlingSettings } from './events/event-handling-settings.js';
import type { IdempotencyOptions } from './idempotency/idempotency-options.js';

/** What payments are made with. Only the processor is required. */
export type PaymentsOptions = {
  /** The card processor that the payments go to. */
  readonly processor: PaymentProcessor & ProcessorExtras;
  /** Signing secrets of webhook calls (`whsec_...`); several while one replaces another. None: no call is accepted. */
  readonly webhookSecrets?: ReadonlyArray<string>;
  /** Where received events are kept. Default: in memory, as long as the process lives. */
  readonly eventStore?: EventStore;
  /** How requests with idempotency keys are handled: `payments.withIdempotencyKey(key)`. */
  readonly idempotency?: IdempotencyOptions;
  /** Unix seconds. Default: the machine's time. */
  readonly clock?: Clock;
  /** `manual` (default): after a 3D Secure challenge the server confirms again; `automatic`: it goes on by itself. */
  readonly confirmationMethod?: ConfirmationMethod;
  /** The currencies that payments may be in, as three letters. Default: `['eur']`. A payment that names none is in euros. */
  readonly currencies?: ReadonlyArray<string>;
  /** Whether live events are handled (`true`) or test ones; the others are stored and ignored. Default: both are handled. */
  readonly livemode?: boolean;
  /**
   * `true`: another process on the same `eventStore` handles the events. They are kept for it, whatever their type, and none
   * is handled here. Default: `false`.
   */
  readonly eventsHandledElsewhere?: boolean;
  /**
   * What becomes of fields that an operation does not know. Default: where money moves they are refused, elsewhere left out
   * and named in a warning. `refuse`: they are refused everywhere; `ignore`: nowhere.
   */
  readonly unknownFields?: UnknownFieldsPolicy | undefined;
  /** Where it is said that events could not be handled, answers not kept, or fields left out. Default: nowhere. */
  readonly logger?: Logger;
  /** Default: 8 events at a time, leases of 30 seconds, 12 tries; handled and ignored events are kept for 30 days. */
  readonly eventHandling?: Partial<EventHandlingSettings>;
};
