import type { JsonObject } from '../objects/json-object.js';
import type { Metadata } from '../objects/metadata.js';
import type { CaptureMethod, SetupFutureUsage } from '../objects/payment-intent-object.js';

/** How an intent is confirmed. */
export type ConfirmParams = {
  readonly payment_method?: string;
  readonly return_url?: string;
  readonly off_session?: boolean;
  readonly error_on_requires_action?: boolean;
  readonly setup_future_usage?: SetupFutureUsage;
};

/** A new intent. `amount` is minor units. */
export type CreateIntentParams = ConfirmParams & {
  readonly amount: number;
  readonly currency: string;
  readonly customer?: string;
  readonly confirm?: boolean;
  readonly confirmation_method?: 'automatic' | 'manual';
  readonly capture_method?: CaptureMethod;
  readonly description?: string;
  readonly metadata?: Metadata;
  readonly payment_method_options?: JsonObject;
  readonly receipt_email?: string;
  readonly shipping?: JsonObject;
  readonly statement_descriptor?: string;
  readonly statement_descriptor_suffix?: string;
  readonly transfer_group?: string;
};
