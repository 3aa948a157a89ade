import * as E from 'fp-ts/lib/Either.js';
import { redact } from '../../domain/text/redact.js';
import type { ErrorObject } from './objects/error.js';
import type { PaymentIntentObject } from './objects/payment-intent.js';
import type { SetupIntentObject } from './objects/setup-intent.js';

/** The reason of a declined card. `seller`: what the bank told the merchant. */
export type Decline = {
  readonly code: string;
  readonly decline_code?: string;
  readonly advice_code?: string;
  readonly network_advice_code?: string;
  readonly network_decline_code?: string;
  readonly message: string;
  readonly param?: string;
  readonly seller?: string;
};

/** The `error` of a failed response. */
export type ApiErrorBody = ErrorObject & {
  readonly payment_intent?: PaymentIntentObject;
  readonly setup_intent?: SetupIntentObject;
};

/** A failed response: its HTTP status and its `error`. */
export type ApiError = { readonly status: number; readonly error: ApiErrorBody };

export const serverError: ApiError = {
  status: 500,
  error: { type: 'api_error', message: 'An unknown error occurred' },
};

export const rateLimited: ApiError = {
  status: 429,
  error: {
    type: 'invalid_request_error',
    message: 'Too many requests hit the API too quickly.',
    code: 'rate_limit',
  },
};

/** The page of Stripe's documentation about an error code. */
export const docUrl = (code: string): string =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

/** A 400 of type `invalid_request_error`. */
export const invalidRequest = (
  message: string,
  details: Pick<ApiErrorBody, 'code' | 'param' | 'payment_intent' | 'setup_intent'> = {},
): ApiError => ({
  status: 400,
  error: {
    type: 'invalid_request_error',
    message,
    ...details,
    ...(details.code === undefined ? {} : { doc_url: docUrl(details.code) }),
  },
});

/** A 402 of type `card_error`. */
export const cardError = (
  { seller: _seller, ...decline }: Decline,
  details: Pick<ApiErrorBody, 'charge' | 'payment_intent' | 'payment_method'> = {},
): ApiError => ({
  status: 402,
  error: { type: 'card_error', ...decline, doc_url: docUrl(decline.code), ...details },
});

export type NoSuchResource =
  | 'balance transaction'
  | 'customer'
  | 'dispute'
  | 'payment_intent'
  | 'setupintent'
  | 'setupattempt'
  | 'charge'
  | 'checkout.session'
  | 'token'
  | 'confirmation_token'
  | 'PaymentMethod'
  | 'payment_method_configuration'
  | 'source'
  | 'mandate'
  | 'refund'
  | 'payout'
  | 'price'
  | 'product'
  | 'shipping rate'
  | 'line item'
  | 'event'
  | 'webhook endpoint'
  | 'delivery';

/** The resource does not exist. `param`: `id` or `intent` for the path, which is a 404; a parameter of the body is a 400. */
export const noSuch = (resource: NoSuchResource, id: string, param = 'id'): ApiError => ({
  status: param === 'id' || param === 'intent' ? 404 : 400,
  error: {
    type: 'invalid_request_error',
    // The caller may have passed a card number instead of an id: the message must not repeat it.
    message: `No such ${resource}: '${redact(id)}'`,
    code: 'resource_missing',
    param,
    doc_url: docUrl('resource_missing'),
  },
});

/** The resource in the path does not exist, and its own parameter names it. */
export const noSuchInPath = (resource: NoSuchResource, id: string, param: string): ApiError => ({
  ...noSuch(resource, id, param),
  status: 404,
});

/** Recorded: a card that is declined when it is attached names a parameter, which is empty. */
export const withEmptyParam = ({ status, error }: ApiError): ApiError => ({
  status,
  error: error.type === 'card_error' ? { param: '', ...error } : error,
});

/** Fails with the problem, if there is one. */
export const failIf = (problem: ApiError | null): E.Either<ApiError, null> =>
  problem === null ? E.right(null) : E.left(problem);

/** Adds the payment intent to an error. */
export const withIntent =
  (payment_intent: PaymentIntentObject) =>
  ({ status, error }: ApiError): ApiError => ({ status, error: { ...error, payment_intent } });

/** Adds the setup intent to an error. */
export const withSetupIntent =
  (setup_intent: SetupIntentObject) =>
  ({ status, error }: ApiError): ApiError => ({ status, error: { ...error, setup_intent } });
