import type { PaymentError } from '../domain/payment-error.js';
import type { IdempotencyRelease } from './ports/idempotency-store.js';

/**
 * What becomes of an idempotency key whose request ended in this error: its answer is kept, or it is released.
 *
 * Only what the processor has decided is kept (decision I6). Everything else is repeated as the same attempt, also what
 * was certainly not done this time: an earlier try of the attempt may have been, and only its own key at the processor
 * brings that to light.
 */
export const endingOf = (error: PaymentError): 'keep' | IdempotencyRelease => {
  switch (error._tag) {
    case 'CardError':
      return 'keep';
    case 'NotFound':
      return error.resource === 'event' ? 'forget' : 'keep';
    case 'ProcessorRefused':
      // The processor keeps these two for no key either: another request is at work, or there are too many.
      return error.status === 409 || error.status === 429 ? 'same_attempt' : 'keep';
    case 'ProcessorUnavailable':
    case 'ProcessorFailed':
    case 'ProcessorAuthenticationFailed':
    case 'StoreUnavailable':
    case 'Unexpected':
      return 'same_attempt';
    case 'MissingInput':
    case 'InvalidInput':
    case 'ConflictingCursors':
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
