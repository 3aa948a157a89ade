import type { PaymentError } from '../../domain/payment-error.js';
import type { IdempotencyRelease } from '../ports/idempotency-store.js';

/**
 * What becomes of an idempotency key whose request ended in this error: its answer is kept, or it is released. Only what
 * the processor has decided is kept (decision I6).
 */
export const keyDisposition = (error: PaymentError): 'keep' | IdempotencyRelease => {
  switch (error._tag) {
    case 'CardError':
      return 'keep';
    case 'NotFound':
      return error.resource === 'event' ? 'forget' : 'keep';
    case 'ProcessorRefused':
      // The processor keeps these two for no key either: another request is at work, or there are too many.
      if (error.status === 409) return 'in_doubt';
      return error.status === 429 ? 'forget' : 'keep';
    case 'ProcessorUnavailable':
      return error.outcome === 'not_done' ? 'forget' : 'in_doubt';
    case 'ProcessorFailed':
    case 'StoreUnavailable':
    case 'IdempotencyKeyInDoubt':
    case 'IdempotencySecretUnknown':
    case 'Unexpected':
      return 'in_doubt';
    case 'ProcessorAuthenticationFailed':
    case 'MissingInput':
    case 'InvalidInput':
    case 'UnknownFields':
    case 'ConflictingCursors':
    case 'EventDropped':
    case 'WebhookSignatureMissing':
    case 'WebhookSecretMissing':
    case 'WebhookSignatureInvalid':
    case 'WebhookPayloadInvalid':
    case 'InvalidIdempotencyKey':
    case 'IdempotencyKeyInUse':
    case 'IdempotencyKeyReused':
      return 'forget';
  }
};
