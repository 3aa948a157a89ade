import { Stripe } from 'stripe';
import type { ProcessorError } from '../../../domain/payment-error.js';
import type { AttemptFailure } from './attempt-failure.js';
import { foreignAnswer } from './create-http-client.js';
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
      return 'refused';
    case 'Unexpected':
      return 'lost';
  }
};

// Stripe's own rule, which its header overrides.
const isWorthRepeating = (error: ProcessorError, meaning: AttemptFailure['meaning']): boolean =>
  error._tag === 'ProcessorUnavailable' || error._tag === 'ProcessorFailed' || meaning === 'in_use';

// The header of an answer that is not Stripe's is not Stripe's either.
const toldByStripe = ({ headers, rawType }: StripeError): string | undefined =>
  String(rawType) === foreignAnswer ? undefined : headers?.['stripe-should-retry'];

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
    const error = thrownByDefect(thrown, clean);
    return { error, meaning: error._tag === 'Unexpected' ? 'lost' : 'refused', again: false };
  }
  const error = toProcessorError(thrown, clean);
  const meaning = meaningOf(error, thrown);
  const told = toldByStripe(thrown);
  const again = told === 'true' || (told !== 'false' && isWorthRepeating(error, meaning));
  return { error, meaning, again };
};
