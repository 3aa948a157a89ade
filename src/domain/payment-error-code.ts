import type { PaymentError } from './payment-error.js';

// The decline codes that the interface promises in `code` (interface, section 7).
const promised: ReadonlySet<string> = new Set([
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
]);

/** The error's machine-readable code; `null` when it has none. */
export const paymentErrorCode = (error: PaymentError): string | null => {
  switch (error._tag) {
    case 'CardError':
      return error.declineCode !== null && promised.has(error.declineCode)
        ? error.declineCode
        : error.code;
    case 'ProcessorRefused':
      return error.code ?? 'invalid_request_error';
    case 'UnknownFields':
      return 'unknown_field';
    case 'CardNumberInText':
      return 'card_number_in_text';
    case 'PaymentTooLarge':
      return 'payment_too_large';
    case 'RefundTooLarge':
      return 'refund_too_large';
    case 'NotFound':
      return 'resource_missing';
    case 'InvalidInput':
      return error.refusal._tag === 'UnknownCursor' ? 'resource_missing' : null;
    case 'ProcessorUnavailable':
      return 'processor_unavailable';
    case 'ProcessorAuthenticationFailed':
      return 'processor_authentication_failed';
    case 'EventDropped':
      return 'event_dropped';
    case 'StoreUnavailable':
      return 'store_unavailable';
    case 'InvalidIdempotencyKey':
      return 'invalid_idempotency_key';
    case 'IdempotencyKeyInUse':
      return 'idempotency_key_in_use';
    case 'IdempotencyKeyReused':
      return 'idempotency_key_reuse';
    case 'IdempotencyKeyInDoubt':
      return 'idempotency_key_in_doubt';
    case 'IdempotencySecretUnknown':
      return 'idempotency_secret_unknown';
    case 'MissingInput':
    case 'ConflictingCursors':
    case 'ProcessorFailed':
    case 'WebhookSignatureMissing':
    case 'WebhookSecretMissing':
    case 'WebhookSignatureInvalid':
    case 'WebhookPayloadInvalid':
    case 'Unexpected':
      return null;
  }
};
