import type { Stripe } from 'stripe';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { redact } from '../../../domain/redact.js';
import { foreignAnswer } from './create-http-client.js';
import { neverSent } from './never-sent.js';

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;
type ErrorClass = Exclude<keyof typeof Stripe.errors, `generate${string}`>;
type Clean = (text: string) => string;
type Translate = (error: StripeError, clean: Clean) => ProcessorError;

const textOf = (value: unknown, clean: Clean): string | null =>
  typeof value === 'string' && value !== '' ? clean(value) : null;

const messageOf = (error: StripeError, clean: Clean): string =>
  textOf(error.message, clean) ?? 'The processor gave no reason';

// An error of its own, of a few words: the SDK's holds the answer with its headers, and what was sent.
const causeOf = (error: StripeError, clean: Clean): Error => {
  const detail = [
    error.statusCode === undefined ? [] : [`HTTP ${error.statusCode}`],
    error.requestId === undefined ? [] : [`request ${error.requestId}`],
  ].flat();
  const message = redact(messageOf(error, clean));
  return new Error(detail.length === 0 ? message : `${message} (${detail.join(', ')})`);
};

const connectionCauseOf = (
  error: StripeError,
): { readonly sent: boolean; readonly cause: Error } => {
  const { detail } = error;
  const reason = detail instanceof Error ? (detail.cause ?? detail) : undefined;
  const code = reason instanceof Error && 'code' in reason ? ` (${String(reason.code)})` : '';
  return {
    sent: !neverSent(reason),
    cause: new Error(`${redact(error.message)}${code}`),
  };
};

const unavailable: Translate = (error) => {
  const { sent, cause } = connectionCauseOf(error);
  return { _tag: 'ProcessorUnavailable', outcome: sent ? 'unknown' : 'not_done', cause };
};

const cardError: Translate = (error, clean) => ({
  _tag: 'CardError',
  message: messageOf(error, clean),
  code: textOf(error.code, clean),
  declineCode: textOf(error.decline_code, clean),
  param: textOf(error.param, clean),
  charge: textOf(error.charge, clean),
  paymentIntent: textOf(error.payment_intent?.id, clean),
});

// Stripe gives no code where a key came with other parameters before, and the type is what tells.
const refusalCode = ({ code, rawType }: StripeError, clean: Clean): string | null =>
  textOf(code, clean) ?? (rawType === 'idempotency_error' ? rawType : null);

const refusedWith =
  (status: number): Translate =>
  (error, clean) => ({
    _tag: 'ProcessorRefused',
    status,
    message: messageOf(error, clean),
    code: refusalCode(error, clean),
    param: textOf(error.param, clean),
  });

const authenticationFailed: Translate = (error, clean) => ({
  _tag: 'ProcessorAuthenticationFailed',
  cause: causeOf(error, clean),
});

const byStatus: Translate = (error, clean) => {
  const { statusCode: status = 0, rawType } = error;
  if (status >= 500) return { _tag: 'ProcessorFailed', status, cause: causeOf(error, clean) };
  if (status >= 400) {
    return (rawType === 'card_error' ? cardError : refusedWith(status))(error, clean);
  }
  return {
    _tag: 'ProcessorUnavailable',
    outcome: 'unknown',
    cause: causeOf(error, clean),
  };
};

const unexpected: Translate = (error, clean) => ({
  _tag: 'Unexpected',
  cause: causeOf(error, clean),
});

// Every class that the SDK has: one more, and this does not compile.
const byClass: { readonly [C in ErrorClass]: Translate } = {
  StripeError: byStatus,
  StripeCardError: byStatus,
  StripeInvalidRequestError: byStatus,
  StripeIdempotencyError: byStatus,
  StripeAPIError: byStatus,
  StripeRateLimitError: refusedWith(429),
  StripeAuthenticationError: authenticationFailed,
  StripePermissionError: authenticationFailed,
  StripeConnectionError: unavailable,
  // Of webhooks and of OAuth, which this adapter does not use.
  StripeSignatureVerificationError: unexpected,
  StripeOAuthError: unexpected,
  StripeInvalidGrantError: unexpected,
  StripeInvalidClientError: unexpected,
  StripeOAuthInvalidRequestError: unexpected,
  StripeInvalidScopeError: unexpected,
  StripeUnsupportedGrantTypeError: unexpected,
  StripeUnsupportedResponseTypeError: unexpected,
  // Of version 2 of the API, likewise; they have a status like all answers.
  RateLimitError: byStatus,
  TemporarySessionExpiredError: byStatus,
};

const isErrorClass = (name: string): name is ErrorClass => Object.hasOwn(byClass, name);

// A gateway has decided nothing about the work: the request may have come through.
const fromSomebodyElse: Translate = (error, clean) => ({
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause: causeOf(error, clean),
});

const translationOf = ({ rawType, type }: StripeError): Translate => {
  if (String(rawType) === foreignAnswer) return fromSomebodyElse;
  return isErrorClass(type) ? byClass[type] : byStatus;
};

/** An error of the SDK as the domain's. `clean` takes out of texts what was sent and must not come back. */
export const toProcessorError = (error: StripeError, clean: Clean): ProcessorError =>
  translationOf(error)(error, clean);
