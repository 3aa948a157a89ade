import { type Outcome, outcomeOf } from '../../../domain/outcome.js';
import type { PaymentError } from '../../../domain/payment-error.js';

/** What can be wrong with a request before it reaches a use case. */
export type RequestError =
  | { readonly _tag: 'RouteNotFound'; readonly path: string }
  | { readonly _tag: 'Unauthorized' }
  /** Sent by a browser for a page of another site, which has no business here. */
  | { readonly _tag: 'ForeignPage' }
  /** Not JSON, or JSON that is not an object. */
  | { readonly _tag: 'InvalidJson' }
  | { readonly _tag: 'UnsupportedMediaType' }
  | { readonly _tag: 'BodyTooLarge'; readonly limit: string }
  /** Another parser has read the body, so that its signature cannot be checked any more. */
  | { readonly _tag: 'BodyAlreadyRead' }
  /** The caller went away, or sent fewer bytes than it announced. */
  | { readonly _tag: 'BodyIncomplete' }
  /** What came is no HTTP request, or has headers beyond the limit (431), or came too slowly (408). */
  | { readonly _tag: 'BrokenRequest'; readonly status: 400 | 408 | 431 };

/** Everything that a request can end in, besides its answer. */
export type HttpError = PaymentError | RequestError;

/** The HTTP status of an error: its own, else the processor's, else 500 (decision E6). */
export const httpStatus = (error: HttpError): number => {
  switch (error._tag) {
    case 'MissingInput':
    case 'InvalidInput':
    case 'UnknownFields':
    case 'ConflictingCursors':
    case 'WebhookSignatureMissing':
    case 'WebhookSignatureInvalid':
    case 'WebhookPayloadInvalid':
    case 'InvalidIdempotencyKey':
    case 'InvalidJson':
    case 'BodyIncomplete':
      return 400;
    case 'Unauthorized':
      return 401;
    case 'CardError':
      return 402;
    case 'ForeignPage':
      return 403;
    case 'NotFound':
    case 'RouteNotFound':
      return 404;
    case 'EventDropped':
    case 'IdempotencyKeyInUse':
      return 409;
    case 'BodyTooLarge':
      return 413;
    case 'UnsupportedMediaType':
      return 415;
    case 'IdempotencyKeyReused':
      return 422;
    case 'BrokenRequest':
    case 'ProcessorRefused':
    case 'ProcessorFailed':
      return error.status;
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

/** What is known of the work of a request that ended in this error; `undefined`: the request was refused. */
export const httpOutcome = (error: HttpError): Outcome | undefined => {
  switch (error._tag) {
    case 'BodyAlreadyRead':
      return 'not_done';
    case 'RouteNotFound':
    case 'Unauthorized':
    case 'ForeignPage':
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
