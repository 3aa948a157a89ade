import * as E from 'fp-ts/lib/Either.js';
import { redact } from '../../../../domain/redact.js';
import type { ErrorObject } from './objects/error.js';
import type { PaymentIntentObject } from './objects/payment-intent.js';

/** Why a card was refused, in the processor's words. */
export type Decline = {
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
};

/** What the processor puts under `error` in a failure. */
export type ApiErrorBody = ErrorObject & { readonly payment_intent?: PaymentIntentObject };

/** A failure as the processor answers it: the HTTP status and what stands under `error`. */
export type ApiError = { readonly status: number; readonly error: ApiErrorBody };

/** The processor's own fault. */
export const serverError: ApiError = {
  status: 500,
  error: { type: 'api_error', message: 'An unknown error occurred' },
};

/** Too many requests. */
export const rateLimited: ApiError = {
  status: 429,
  error: {
    type: 'invalid_request_error',
    message: 'Too many requests hit the API too quickly.',
    code: 'rate_limit',
  },
};

/** Where the processor documents an error code. */
export const docUrl = (code: string): string =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

/** A 400 of the kind `invalid_request_error`. */
export const invalidRequest = (
  message: string,
  details: Pick<ApiErrorBody, 'code' | 'param' | 'payment_intent'> = {},
): ApiError => ({
  status: 400,
  error: {
    type: 'invalid_request_error',
    message,
    ...details,
    ...(details.code === undefined ? {} : { doc_url: docUrl(details.code) }),
  },
});

/** A 402: the card, its data or its bank said no. */
export const cardError = (
  decline: Decline,
  details: Pick<ApiErrorBody, 'charge' | 'payment_intent' | 'payment_method'> = {},
): ApiError => ({
  status: 402,
  error: {
    type: 'card_error',
    message: decline.message,
    code: decline.code,
    ...(decline.decline_code === undefined ? {} : { decline_code: decline.decline_code }),
    ...(decline.param === undefined ? {} : { param: decline.param }),
    doc_url: docUrl(decline.code),
    ...details,
  },
});

export type NoSuchResource =
  | 'balance transaction'
  | 'customer'
  | 'dispute'
  | 'payment_intent'
  | 'charge'
  | 'token'
  | 'payment_method'
  | 'source'
  | 'refund'
  | 'event'
  | 'webhook endpoint'
  | 'delivery';

/** Nothing has this id. `param` `id` speaks of the path, and is a 404; any other names a part of the body, a 400. */
export const noSuch = (resource: NoSuchResource, id: string, param = 'id'): ApiError => ({
  status: param === 'id' ? 404 : 400,
  error: {
    type: 'invalid_request_error',
    // A card number where an id was due is not repeated: the message is answered, and kept under an idempotency key.
    message: `No such ${resource}: '${redact(id)}'`,
    code: 'resource_missing',
    param,
    doc_url: docUrl('resource_missing'),
  },
});

/** Goes on unless there is a problem. */
export const failIf = (problem: ApiError | null): E.Either<ApiError, null> =>
  problem === null ? E.right(null) : E.left(problem);

/** A failure with the intent that it is about. */
export const withIntent =
  (payment_intent: PaymentIntentObject) =>
  ({ status, error }: ApiError): ApiError => ({ status, error: { ...error, payment_intent } });
