import type { IntentStatus } from '../intent-machine.js';
import type { ApiErrorBody } from '../api-error.js';
import type { JsonObject } from './json-object.js';
import type { Metadata } from './metadata.js';

export type CaptureMethod = 'automatic' | 'automatic_async' | 'manual';
export type SetupFutureUsage = 'on_session' | 'off_session';

/** A payment intent. Amounts are minor units. */
export type PaymentIntentObject = {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly amount: number;
  readonly amount_capturable: number;
  readonly amount_details: JsonObject;
  readonly amount_received: number;
  readonly application: null;
  readonly application_fee_amount: null;
  readonly automatic_payment_methods: null;
  readonly canceled_at: number | null;
  readonly cancellation_reason: string | null;
  readonly capture_method: CaptureMethod;
  readonly client_secret: string;
  readonly confirmation_method: 'automatic' | 'manual';
  readonly created: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly description: string | null;
  readonly last_payment_error: ApiErrorBody | null;
  readonly latest_charge: string | null;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly next_action: (JsonObject & { readonly type: string }) | null;
  readonly on_behalf_of: null;
  readonly payment_method: string | null;
  readonly payment_method_options: JsonObject;
  readonly payment_method_types: ReadonlyArray<string>;
  readonly processing: (JsonObject & { readonly type: 'card' }) | null;
  readonly receipt_email: string | null;
  readonly review: null;
  readonly setup_future_usage: SetupFutureUsage | null;
  readonly shipping: JsonObject | null;
  readonly statement_descriptor: string | null;
  readonly statement_descriptor_suffix: string | null;
  readonly status: IntentStatus;
  readonly transfer_data: null;
  readonly transfer_group: string | null;
};
