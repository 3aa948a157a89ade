import type { ProcessorError } from '../../../domain/payment-error.js';
import type { EngineFailure } from './engine/engine-failure.js';

const noAnswer = {
  not_done: 'The processor could not be reached',
  unknown: 'The processor did not answer in time',
} as const;

/** What the engine answered, as the domain's error. */
export const toProcessorError = (failure: EngineFailure): ProcessorError => {
  if (failure._tag === 'NoAnswer') {
    const { outcome } = failure;
    return { _tag: 'ProcessorUnavailable', outcome, cause: new Error(noAnswer[outcome]) };
  }
  const { status, error } = failure.error;
  if (error.type === 'card_error') {
    return {
      _tag: 'CardError',
      message: error.message,
      code: error.code ?? null,
      declineCode: error.decline_code ?? null,
      param: error.param ?? null,
      charge: error.charge ?? null,
      paymentIntent: error.payment_intent?.id ?? null,
    };
  }
  if (status >= 500) return { _tag: 'ProcessorFailed', status, cause: new Error(error.message) };
  if (status === 401 || status === 403) {
    return { _tag: 'ProcessorAuthenticationFailed', cause: new Error(error.message) };
  }
  return {
    _tag: 'ProcessorRefused',
    status,
    message: error.message,
    code: error.code ?? (error.type === 'idempotency_error' ? error.type : null),
    param: error.param ?? null,
  };
};
