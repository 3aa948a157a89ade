import type { PaymentIntentObject } from '../objects/payment-intent-object.js';
import type { PaymentMethodObject } from '../objects/payment-method-object.js';

export type ApiErrorType =
  | 'api_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error';

/** What the processor puts under `error` in a failure. */
export type ApiErrorBody = {
  readonly type: ApiErrorType;
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly doc_url?: string;
  readonly charge?: string;
  readonly payment_intent?: PaymentIntentObject;
  readonly payment_method?: PaymentMethodObject;
};

/** A failure as the processor answers it: the HTTP status and what stands under `error`. */
export type ApiError = { readonly status: number; readonly error: ApiErrorBody };
