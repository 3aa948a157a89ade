import { Stripe } from 'stripe';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { redact } from '../../../domain/redact.js';
import { foreignAnswer } from './client.js';

// Shorter secrets occur in ordinary words.
const minSecretLength = 8;

/** Removes these secrets from a text of the processor, which may repeat parts of the request. */
export const conceal =
  (secrets: ReadonlyArray<string>) =>
  (text: string): string =>
    secrets
      .filter((secret) => secret.length >= minSecretLength)
      .reduce((shown, secret) => shown.replaceAll(secret, '[removed]'), text);

// Node's names for looking up the host's address, and for connecting to it.
const beforeSending = new Set(['getaddrinfo', 'connect']);

/** Whether an error of Node's shows that the request never left this machine. */
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

// A new, short error: the SDK's own holds the request and the response with their headers.
const causeOf = (error: StripeError, clean: Clean): Error => {
  const detail = [
    error.statusCode === undefined ? [] : [`HTTP ${error.statusCode}`],
    error.requestId === undefined ? [] : [`request ${error.requestId}`],
  ].flat();
  const message = redact(messageOf(error, clean));
  return new Error(detail.length === 0 ? message : `${message} (${detail.join(', ')})`);
};

const connectionFailed: Translate = ({ message, detail }) => {
  const reason = detail instanceof Error ? (detail.cause ?? detail) : undefined;
  const code = reason instanceof Error && 'code' in reason ? ` (${String(reason.code)})` : '';
  return {
    _tag: 'ProcessorUnavailable',
    outcome: neverSent(reason) ? 'not_done' : 'unknown',
    cause: new Error(`${redact(message)}${code}`),
  };
};

const unknownOutcome: Translate = (error, clean) => ({
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause: causeOf(error, clean),
});

const cardError: Translate = (error, clean) => {
  const setupIntent = textOf(error.setup_intent?.id, clean);
  return {
    _tag: 'CardError',
    message: messageOf(error, clean),
    code: textOf(error.code, clean),
    declineCode: textOf(error.decline_code, clean),
    param: textOf(error.param, clean),
    charge: textOf(error.charge, clean),
    paymentIntent: textOf(error.payment_intent?.id, clean),
    ...(setupIntent === null ? {} : { setupIntent }),
  };
};

// Stripe sends no code when a key was first used with other parameters, only this type.
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
  return unknownOutcome(error, clean);
};

const unexpected: Translate = (error, clean) => ({
  _tag: 'Unexpected',
  cause: causeOf(error, clean),
});

// Every error class of the SDK: when the SDK adds one, this does not compile.
const byClass: { readonly [C in ErrorClass]: Translate } = {
  StripeError: byStatus,
  StripeCardError: byStatus,
  StripeInvalidRequestError: byStatus,
  StripeIdempotencyError: byStatus,
  StripeAPIError: byStatus,
  StripeRateLimitError: refusedWith(429),
  StripeAuthenticationError: authenticationFailed,
  StripePermissionError: authenticationFailed,
  StripeConnectionError: connectionFailed,
  // Thrown for webhooks and OAuth, which this adapter does not use.
  StripeSignatureVerificationError: unexpected,
  StripeOAuthError: unexpected,
  StripeInvalidGrantError: unexpected,
  StripeInvalidClientError: unexpected,
  StripeOAuthInvalidRequestError: unexpected,
  StripeInvalidScopeError: unexpected,
  StripeUnsupportedGrantTypeError: unexpected,
  StripeUnsupportedResponseTypeError: unexpected,
  // Thrown by version 2 of the API, which this adapter does not use either.
  RateLimitError: byStatus,
  TemporarySessionExpiredError: byStatus,
};

const isErrorClass = (name: string): name is ErrorClass => Object.hasOwn(byClass, name);

/** Translates an error of the SDK. `clean` removes secrets from its texts. */
export const translateStripeError = (error: StripeError, clean: Clean): ProcessorError => {
  const { rawType, type } = error;
  // A gateway does not know whether Stripe did the work.
  if (String(rawType) === foreignAnswer) return unknownOutcome(error, clean);
  return (isErrorClass(type) ? byClass[type] : byStatus)(error, clean);
};

/** Why one attempt of a call gave no result. */
export type AttemptFailure = {
  readonly error: ProcessorError;
  /**
   * Whether the work was done. `refused`: neither by this attempt nor by an earlier one. `turned_away`: not by this attempt.
   * `in_use`: another request with this idempotency key is still running. `reused`: the key was first used with other
   * parameters, by an earlier call. `lost`: it may have been done.
   */
  readonly meaning: 'refused' | 'turned_away' | 'in_use' | 'reused' | 'lost';
  /** Whether another attempt may succeed. */
  readonly again: boolean;
};

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
      // Stripe uses `api_error` for its own failures only: a refusal with that type comes from a gateway.
      return error.status === 429 || rawType === 'api_error' ? 'turned_away' : 'refused';
    case 'CardError':
      return 'refused';
    case 'Unexpected':
      return 'lost';
  }
};

// Stripe's own rule; its header overrides it.
const isWorthRepeating = (error: ProcessorError, meaning: AttemptFailure['meaning']): boolean =>
  error._tag === 'ProcessorUnavailable' || error._tag === 'ProcessorFailed' || meaning === 'in_use';

// Only Stripe's own header counts.
const shouldRetryHeader = ({ headers, rawType }: StripeError): string | undefined =>
  String(rawType) === foreignAnswer ? undefined : headers?.['stripe-should-retry'];

const translateOtherError = (thrown: unknown, clean: Clean): ProcessorError => {
  // Text with a lone surrogate cannot be encoded.
  if (thrown instanceof URIError) {
    const message = 'The request contains text that is not well-formed Unicode';
    return { _tag: 'ProcessorRefused', status: 400, message, code: null, param: null };
  }
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : typeof thrown;
  return { _tag: 'Unexpected', cause: new Error(clean(message)) };
};

/** Translates anything that an attempt has thrown. `clean` removes secrets from its texts. */
export const toAttemptFailure = (thrown: unknown, clean: Clean): AttemptFailure => {
  if (!(thrown instanceof Stripe.errors.StripeError)) {
    const error = translateOtherError(thrown, clean);
    return { error, meaning: error._tag === 'Unexpected' ? 'lost' : 'refused', again: false };
  }
  const error = translateStripeError(thrown, clean);
  const meaning = meaningOf(error, thrown);
  const shouldRetry = shouldRetryHeader(thrown);
  const again =
    shouldRetry === 'true' || (shouldRetry !== 'false' && isWorthRepeating(error, meaning));
  return { error, meaning, again };
};
