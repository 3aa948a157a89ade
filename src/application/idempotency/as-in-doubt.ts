import type { PaymentError } from '../../domain/payment-error.js';

const inDoubt = (cause: unknown): PaymentError => ({
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause,
});

/**
 * An error of a request that repeats one of which nobody knows what became: that nothing was done this time says nothing
 * about the time before, which may have charged.
 */
export const asInDoubt = (error: PaymentError): PaymentError => {
  if (error._tag === 'ProcessorUnavailable' || error._tag === 'ProcessorAuthenticationFailed') {
    return inDoubt(error.cause);
  }
  return error._tag === 'ProcessorRefused' && (error.status === 409 || error.status === 429)
    ? inDoubt(new Error(error.message))
    : error;
};
