import { type Outcome, outcomeOf } from '../../../domain/outcome.js';
import type { PaymentError } from '../../../domain/payment-error.js';
import { paymentErrorCode } from '../../../domain/payment-error-code.js';
import type { Permission } from './permissions.js';

/** Why a request was refused before it reached a use case. */
export type RequestError =
  | { readonly _tag: 'RouteNotFound'; readonly path: string }
  /** The path is known, with other methods. */
  | { readonly _tag: 'MethodNotAllowed'; readonly allowed: ReadonlyArray<string> }
  | { readonly _tag: 'Unauthorized' }
  /** The client of the key lacks the permission of the route. */
  | { readonly _tag: 'InsufficientScope'; readonly scope: Permission }
  /** More requests, or wrong API keys, than the caller may send. */
  | { readonly _tag: 'TooManyRequests'; readonly retryAfter: number }
  /** Too many requests are in progress, of all callers or of this one. */
  | { readonly _tag: 'Overloaded' }
  /** A browser sent it for a page of another site. */
  | { readonly _tag: 'ForeignPage' }
  /** The service takes no card numbers (decision A11). */
  | { readonly _tag: 'CardNumbersNotAccepted' }
  /** The operation needs an idempotency key (decision A13). `given`: a header that is probably meant as its own. */
  | { readonly _tag: 'IdempotencyKeyRequired'; readonly given?: string }
  /** Not JSON, or JSON that is not an object. */
  | { readonly _tag: 'InvalidJson' }
  | { readonly _tag: 'UnsupportedMediaType' }
  | { readonly _tag: 'BodyTooLarge'; readonly limit: string }
  /** Another body parser consumed the body, so its signature can no longer be checked. */
  | { readonly _tag: 'BodyAlreadyRead' }
  /** The caller disconnected, or sent fewer bytes than it announced. */
  | { readonly _tag: 'BodyIncomplete' }
  /** Not a valid HTTP request (400), or its headers are too large (431), or it came too slowly (408). */
  | { readonly _tag: 'BrokenRequest'; readonly status: 400 | 408 | 431 };

/** Every error that a request can end in. */
export type HttpError = PaymentError | RequestError;

/** The HTTP status of an error: its own, else the processor's, else 500 (decision E6). */
export const httpStatus = (error: HttpError): number => {
  switch (error._tag) {
    case 'MissingInput':
    case 'InvalidInput':
    case 'UnknownFields':
    case 'CardNumberInText':
    case 'PaymentTooLarge':
    case 'RefundTooLarge':
    case 'ConflictingCursors':
    case 'WebhookSignatureMissing':
    case 'WebhookSignatureInvalid':
    case 'WebhookPayloadInvalid':
    case 'InvalidIdempotencyKey':
    case 'IdempotencyKeyRequired':
    case 'InvalidJson':
    case 'BodyIncomplete':
      return 400;
    case 'Unauthorized':
      return 401;
    case 'CardError':
      return 402;
    case 'InsufficientScope':
    case 'ForeignPage':
    case 'CardNumbersNotAccepted':
      return 403;
    case 'NotFound':
    case 'RouteNotFound':
      return 404;
    case 'MethodNotAllowed':
      return 405;
    case 'EventDropped':
    case 'IdempotencyKeyInUse':
      return 409;
    case 'BodyTooLarge':
      return 413;
    case 'UnsupportedMediaType':
      return 415;
    case 'IdempotencyKeyReused':
      return 422;
    case 'TooManyRequests':
      return 429;
    case 'BrokenRequest':
    case 'ProcessorRefused':
    case 'ProcessorFailed':
      return error.status;
    case 'Overloaded':
    case 'ProcessorUnavailable':
    case 'StoreUnavailable':
    case 'IdempotencyKeyInDoubt':
    case 'IdempotencySecretUnknown':
      return 503;
    case 'ProcessorAuthenticationFailed':
    case 'WebhookSecretMissing':
    case 'BodyAlreadyRead':
    case 'Unexpected':
      return 500;
  }
};

/** The machine-readable `code` of a failure; `null` when it has none. */
export const httpErrorCode = (error: HttpError): string | null => {
  switch (error._tag) {
    case 'RouteNotFound':
    case 'BodyAlreadyRead':
      return null;
    case 'MethodNotAllowed':
      return 'method_not_allowed';
    case 'Unauthorized':
      return 'unauthorized';
    case 'InsufficientScope':
      return 'insufficient_scope';
    case 'TooManyRequests':
      return 'too_many_requests';
    case 'Overloaded':
      return 'overloaded';
    case 'ForeignPage':
      return 'foreign_page';
    case 'CardNumbersNotAccepted':
      return 'card_numbers_not_accepted';
    case 'IdempotencyKeyRequired':
      return 'idempotency_key_required';
    case 'InvalidJson':
      return 'invalid_json';
    case 'UnsupportedMediaType':
      return 'unsupported_media_type';
    case 'BodyTooLarge':
      return 'body_too_large';
    case 'BodyIncomplete':
      return 'body_incomplete';
    case 'BrokenRequest':
      return 'invalid_http';
    default:
      return paymentErrorCode(error);
  }
};

/** Whether the work of the failed request may have been done (decision E15); `undefined` when the request was refused. */
export const httpOutcome = (error: HttpError): Outcome | undefined => {
  switch (error._tag) {
    case 'BodyAlreadyRead':
    case 'Overloaded':
      return 'not_done';
    case 'RouteNotFound':
    case 'MethodNotAllowed':
    case 'Unauthorized':
    case 'InsufficientScope':
    case 'TooManyRequests':
    case 'ForeignPage':
    case 'CardNumbersNotAccepted':
    case 'IdempotencyKeyRequired':
    case 'InvalidJson':
    case 'UnsupportedMediaType':
    case 'BodyTooLarge':
    case 'BodyIncomplete':
    case 'BrokenRequest':
      return undefined;
    default:
      return outcomeOf(error);
  }
};
