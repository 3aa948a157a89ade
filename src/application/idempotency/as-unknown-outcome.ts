import type { PaymentError } from '../../domain/payment-error.js';

/** Whether an earlier request with the same key was at work: the store knows of none, it may have lost one, or there was one. */
export type Earlier =
  | { readonly _tag: 'None' }
  | { readonly _tag: 'Possible'; readonly since: number }
  /** `since`: Unix seconds. */
  | { readonly _tag: 'Certain'; readonly since: number };

const unknownOutcome = (cause: unknown): PaymentError => ({
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause,
});

/** Whether the processor says that the key was first sent with something else (`idempotency_error` of Stripe). */
const isOtherUse = (error: PaymentError): boolean =>
  error._tag === 'ProcessorRefused' && error.code === 'idempotency_error';

/**
 * What a caller is told of an error, by what may have been done before: that nothing was done this time says nothing about
 * the time before, which may have charged.
 */
export const asUnknownOutcome =
  (earlier: Earlier, now: number) =>
  (error: PaymentError): PaymentError => {
    const since = earlier._tag === 'None' ? now : earlier.since;
    const inDoubt: PaymentError = { _tag: 'IdempotencyKeyInDoubt', since };
    // Somebody sent this key before, whatever the store knows: a new key could do the work twice.
    if (isOtherUse(error)) return inDoubt;
    if (earlier._tag === 'None') return error;
    switch (error._tag) {
      case 'ProcessorUnavailable':
      case 'ProcessorAuthenticationFailed':
        return unknownOutcome(error.cause);
      case 'ProcessorRefused':
        return error.status === 409 || error.status === 429
          ? unknownOutcome(new Error(error.message))
          : error;
      // It is refused before anything is sent: an earlier version may have taken it.
      case 'MissingInput':
      case 'InvalidInput':
      case 'UnknownFields':
      case 'ConflictingCursors':
      case 'StoreUnavailable':
        return earlier._tag === 'Certain' ? inDoubt : error;
      case 'CardError':
      case 'NotFound':
      case 'EventDropped':
      case 'ProcessorFailed':
      case 'Unexpected':
      case 'IdempotencyKeyInDoubt':
      case 'IdempotencySecretUnknown':
      case 'WebhookSignatureMissing':
      case 'WebhookSecretMissing':
      case 'WebhookSignatureInvalid':
      case 'WebhookPayloadInvalid':
      case 'InvalidIdempotencyKey':
      case 'IdempotencyKeyInUse':
      case 'IdempotencyKeyReused':
        return error;
    }
  };
