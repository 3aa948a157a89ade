import type { PaymentError } from './payment-error.js';

/** Whether the work of a request that failed may have been done all the same (decision E15). */
export type Outcome = 'not_done' | 'unknown';

/**
 * What is known of the work of a request that ended in this error; `undefined` where the error itself is the answer: the
 * request was refused, by us or by the processor.
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
    case 'ProcessorAuthenticationFailed':
    case 'WebhookSecretMissing':
      return 'not_done';
    case 'MissingInput':
    case 'InvalidInput':
    case 'UnknownFields':
    case 'ConflictingCursors':
    case 'NotFound':
    case 'EventDropped':
    case 'CardError':
    case 'ProcessorRefused':
    case 'WebhookSignatureMissing':
    case 'WebhookSignatureInvalid':
    case 'WebhookPayloadInvalid':
    case 'InvalidIdempotencyKey':
    case 'IdempotencyKeyReused':
      return undefined;
  }
};
