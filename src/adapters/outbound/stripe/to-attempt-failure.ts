import { Stripe } from 'stripe';
import type { ProcessorError } from '../../../domain/payment-error.js';
import type { AttemptFailure } from './attempt-failure.js';
import { toProcessorError } from './to-processor-error.js';

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

const meaningOf = (error: ProcessorError, { rawType }: StripeError): AttemptFailure['meaning'] => {
  switch (error._tag) {
    case 'ProcessorUnavailable':
      return error.outcome === 'unknown' ? 'lost' : 'turned_away';
    case 'ProcessorFailed':
      return 'lost';
    case 'ProcessorAuthenticationFailed':
      return 'turned_away';
    case 'ProcessorRefused':
      if (error.code === 'idempotency_key_in_use') return 'in_use';
      if (rawType === 'idempotency_error') return 'reused';
      // Stripe says `api_error` of its own failures only: a refusal with that type is a gateway's.
      return error.status === 429 || rawType === 'api_error' ? 'turned_away' : 'refused';
    case 'CardError':
    case 'Unexpected':
      return 'refused';
  }
};

// Stripe's own rule, which its header overrides.
const isWorthRepeating = (error: ProcessorError, meaning: AttemptFailure['meaning']): boolean =>
  error._tag === 'ProcessorUnavailable' || meaning === 'lost' || meaning === 'in_use';

const thrownByDefect = (thrown: unknown, clean: (text: string) => string): ProcessorError => {
  // Text with half a surrogate pair: it has no form in which it could be sent.
  if (thrown instanceof URIError) {
    const message = 'The request holds text that is not well-formed Unicode';
    return { _tag: 'ProcessorRefused', status: 400, message, code: null, param: null };
  }
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : typeof thrown;
  return { _tag: 'Unexpected', cause: new Error(clean(message)) };
};

/** What an attempt that threw came to. */
export const toAttemptFailure = (
  thrown: unknown,
  clean: (text: string) => string,
): AttemptFailure => {
  if (!(thrown instanceof Stripe.errors.StripeError)) {
    return { error: thrownByDefect(thrown, clean), meaning: 'refused', again: false };
  }
  const error = toProcessorError(thrown, clean);
  const meaning = meaningOf(error, thrown);
  const told = thrown.headers?.['stripe-should-retry'];
  const again = told === 'true' || (told !== 'false' && isWorthRepeating(error, meaning));
  return { error, meaning, again };
};
