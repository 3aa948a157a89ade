import type { HttpError } from './http-error.js';

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
