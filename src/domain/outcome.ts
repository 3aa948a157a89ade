import type { PaymentError } from './payment-error.js';
import { decisionOf } from './processor-decision.js';

/** Whether the work of a failed request may have been done (decision E15). */
export type Outcome = 'not_done' | 'unknown';

/**
 * Whether the work of a request that ended in this error may have been done; `undefined` when Pasarela or the processor
 * refused the request.
 */
export const outcomeOf = (error: PaymentError): Outcome | undefined => {
  switch (error._tag) {
    case 'ProcessorUnavailable':
      return error.outcome;
    case 'StoreUnavailable':
      return error.outcome ?? 'not_done';
    case 'ProcessorFailed':
    case 'IdempotencyKeyInUse':
    case 'IdempotencyKeyInDoubt':
    case 'IdempotencySecretUnknown':
    case 'Unexpected':
      return 'unknown';
    case 'ProcessorRefused':
      return decisionOf(error) === 'undecided' ? 'unknown' : undefined;
    case 'ProcessorAuthenticationFailed':
    case 'WebhookSecretMissing':
      return 'not_done';
    case 'MissingInput':
    case 'InvalidInput':
    case 'UnknownFields':
    case 'CardNumberInText':
    case 'PaymentTooLarge':
    case 'RefundTooLarge':
    case 'ConflictingCursors':
    case 'NotFound':
    case 'EventDropped':
    case 'CardError':
    case 'WebhookSignatureMissing':
    case 'WebhookSignatureInvalid':
    case 'WebhookPayloadInvalid':
    case 'InvalidIdempotencyKey':
    case 'IdempotencyKeyReused':
      return undefined;
  }
};
