import type { ErrorObject } from '../objects/error-object.js';
import type { PaymentIntentObject } from '../objects/payment-intent-object.js';

/** What the processor puts under `error` in a failure. */
export type ApiErrorBody = ErrorObject & { readonly payment_intent?: PaymentIntentObject };

/** A failure as the processor answers it: the HTTP status and what stands under `error`. */
export type ApiError = { readonly status: number; readonly error: ApiErrorBody };
