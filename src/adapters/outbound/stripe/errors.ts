import { Stripe } from 'stripe';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { redact } from '../../../domain/redact.js';
import { foreignAnswer } from './client.js';

/** Why one attempt of a call gave no result. */
export type AttemptFailure = {
  readonly error: ProcessorError;
  /**
   * What it tells of the work. `refused`: the processor looked at it and did not do it, in no earlier attempt either.
   * `turned_away`: this attempt did nothing. `in_use`: a request with this idempotency key is still being worked on.
   * `reused`: the key belongs to a request with other parameters, which only an earlier call can have made.
   * `lost`: it may have been done.
   */
  readonly meaning: 'refused' | 'turned_away' | 'in_use' | 'reused' | 'lost';
  /** Whether another attempt makes sense. */
  readonly again: boolean;
};

// Shorter ones hide nothing, and stand in ordinary words.
const shortest = 8;

/** Somebody else's text without these secrets, should it repeat one. */
export const conceal =
  (secrets: ReadonlyArray<string>) =>
  (text: string): string =>
    secrets
      .filter((secret) => secret.length >= shortest)
      .reduce((shown, secret) => shown.replaceAll(secret, '[removed]'), text);

// What Node was doing when it failed: finding the host's address, or connecting to it.
const beforeSending = new Set(['getaddrinfo', 'connect']);

/** Whether it is certain that nothing of a request left this machine, by the error that Node gave for it. */
export const neverSent = (error: unknown): boolean => {
  if (error instanceof AggregateError) {
    const errors: ReadonlyArray<unknown> = error.errors;
    return errors.length > 0 && errors.every(neverSent);
  }
  return error instanceof Error && 'syscall' in error && beforeSending.has(String(error.syscall));
};

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
export const translateStripeError = (error: StripeError, clean: Clean): ProcessorError =>
  translationOf(error)(error, clean);

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
  const error = translateStripeError(thrown, clean);
  const meaning = meaningOf(error, thrown);
  const told = toldByStripe(thrown);
  const again = told === 'true' || (told !== 'false' && isWorthRepeating(error, meaning));
  return { error, meaning, again };
};
