import { describePaymentError, refundTooLarge } from '../../../application/english-texts.js';
import type { HttpError } from './http-error.js';

const internalError = 'Internal server error';

/**
 * The `message` of a failure over HTTP in English: the library's own text, unless callers of the library have other names for
 * things, or only the operator may know. Texts that the interface fixes in English stay.
 */
export const describeInEnglish = (error: HttpError): string => {
  switch (error._tag) {
    case 'MissingInput':
    case 'UnknownFields':
    case 'CardNumberInText':
    case 'PaymentTooLarge':
    case 'ConflictingCursors':
    case 'NotFound':
    case 'CardError':
    case 'ProcessorRefused':
    case 'ProcessorUnavailable':
    case 'WebhookSignatureInvalid':
    case 'WebhookPayloadInvalid':
    case 'EventDropped':
    case 'StoreUnavailable':
      return describePaymentError(error);
    case 'InvalidInput':
      return error.refusal._tag === 'NotScheme'
        ? `${error.field} must begin with ${error.refusal.schemes.map((scheme) => `${scheme}://`).join(' or ')}`
        : describePaymentError(error);
    case 'RefundTooLarge':
      return refundTooLarge('This API key', error);
    case 'WebhookSignatureMissing':
      return 'Missing processor-signature header';
    case 'WebhookSecretMissing':
      return 'Missing webhook secret in environment variables';
    case 'InvalidIdempotencyKey':
      return 'Idempotency-Key must be 1 to 255 printable ASCII characters';
    case 'IdempotencyKeyInUse':
      return 'Another request with the same Idempotency-Key is still running: repeat this one in a few seconds';
    case 'IdempotencyKeyReused':
      return 'This Idempotency-Key was used for a different request: use a new key';
    case 'IdempotencyKeyInDoubt':
      return 'The first request with this Idempotency-Key may have been done: do not repeat it with another key; look up the payment, or ask the operator of the service to settle the key';
    case 'IdempotencySecretUnknown':
      return 'The response stored for this Idempotency-Key cannot be read: do not repeat the request with another key; the operator of the service must add the previous secret to IDEMPOTENCY_SECRET';
    case 'ProcessorFailed':
    case 'ProcessorAuthenticationFailed':
    case 'Unexpected':
    case 'BodyAlreadyRead':
      return internalError;
    case 'RouteNotFound':
      return `Route not found: ${error.path}`;
    case 'MethodNotAllowed':
      return `Method not allowed: this path takes ${error.allowed.join(', ')}`;
    case 'Unauthorized':
      return 'API key missing or not valid';
    case 'InsufficientScope':
      return `This API key lacks the permission ${error.scope}, which the operation needs`;
    case 'TooManyRequests':
      return `Too many requests: repeat this one unchanged in ${error.retryAfter} s`;
    case 'Overloaded':
      return 'Too many requests are in progress: repeat this one unchanged in a few seconds';
    case 'ForeignPage':
      return "The request comes from another site's page";
    case 'CardNumbersNotAccepted':
      return "This service does not accept card numbers: create the token in the browser or the app with Stripe.js or Stripe's mobile SDK (stripe.createToken), and assign it with POST /api/cards/assign";
    case 'IdempotencyKeyRequired':
      return `This operation needs a key in the header Idempotency-Key${error.given === undefined ? '' : `, not in ${error.given}`}: send a new key for each operation, and repeat the request with the same one`;
    case 'InvalidJson':
      return 'The body must be a valid JSON object';
    case 'UnsupportedMediaType':
      return 'The body must be sent as application/json in UTF-8';
    case 'BodyTooLarge':
      return `The body is larger than ${error.limit}`;
    case 'BodyIncomplete':
      return 'The body arrived incomplete';
    case 'BrokenRequest':
      return 'The HTTP request is not valid';
  }
};
