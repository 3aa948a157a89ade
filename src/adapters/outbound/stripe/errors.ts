import { isObject } from '../../../domain/input/json.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { keyDisposition } from '../../../domain/payment-error-facts.js';
import { decisionOf } from '../../../domain/processor-decision.js';
import { redact } from '../../../domain/text/redact.js';
import { decisionField } from '../stripe-objects/refusal-decision.js';
import type { NoStripeAnswer, StripeRefusal } from './client.js';
import { noTransportResponse } from './transport.js';

// Shorter secrets occur in ordinary words.
const minSecretLength = 8;

/**
 * Removes these secrets, and everything that looks like one, from a text of the processor, which may repeat parts of the
 * request.
 */
export const conceal =
  (secrets: ReadonlyArray<string>) =>
  (text: string): string =>
    redact(
      secrets
        .filter((secret) => secret.length >= minSecretLength)
        .reduce((shown, secret) => shown.replaceAll(secret, '[removed]'), text),
    );

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

type Clean = (text: string) => string;

const textOf = (value: unknown, clean: Clean): string | null =>
  typeof value === 'string' && value !== '' ? clean(value) : null;

const idOf = (value: unknown, clean: Clean): string | null =>
  textOf(isObject(value) ? Reflect.get(value, 'id') : null, clean);

const messageOf = ({ error }: StripeRefusal, clean: Clean): string =>
  textOf(error.message, clean) ?? 'The processor gave no reason';

type Origin = { readonly status: number; readonly requestId: string | undefined };

// Without the response and its headers.
const causeWith = (message: string, { status, requestId }: Origin): Error => {
  const request = requestId === undefined ? '' : `, request ${requestId}`;
  return new Error(`${redact(message)} (HTTP ${status}${request})`);
};

const causeOf = (refusal: StripeRefusal, clean: Clean): Error =>
  causeWith(messageOf(refusal, clean), refusal);

const cardError = (refusal: StripeRefusal, clean: Clean): ProcessorError => {
  const { code, decline_code, param, charge, payment_intent } = refusal.error;
  const setup_intent = idOf(refusal.error.setup_intent, clean);
  return {
    _tag: 'CardError',
    message: messageOf(refusal, clean),
    code: textOf(code, clean),
    decline_code: textOf(decline_code, clean),
    param: textOf(param, clean),
    charge: textOf(charge, clean),
    payment_intent: idOf(payment_intent, clean),
    ...(setup_intent === null ? {} : { setup_intent }),
  };
};

const refusedWith = (status: number, refusal: StripeRefusal, clean: Clean): ProcessorError => {
  const { type, code, param } = refusal.error;
  return {
    _tag: 'ProcessorRefused',
    status,
    message: messageOf(refusal, clean),
    // Stripe sends no code when a key was first used with other parameters, only this type.
    code: textOf(code, clean) ?? (type === 'idempotency_error' ? type : null),
    param: textOf(param, clean),
    ...decisionField({ status, type, code }),
  };
};

/** Translates a refusal of Stripe. `clean` removes secrets from its texts. */
export const translateRefusal = (refusal: StripeRefusal, clean: Clean): ProcessorError => {
  const { status, error } = refusal;
  if (status >= 500) return { _tag: 'ProcessorFailed', status, cause: causeOf(refusal, clean) };
  if (status === 401 || status === 403) {
    return { _tag: 'ProcessorAuthenticationFailed', status, cause: causeOf(refusal, clean) };
  }
  if (status === 429 || (status === 400 && error.code === 'rate_limit')) {
    return refusedWith(429, refusal, clean);
  }
  return error.type === 'card_error'
    ? cardError(refusal, clean)
    : refusedWith(status, refusal, clean);
};

const withCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';

const translateNoAnswer = (
  answer: Exclude<NoStripeAnswer, { readonly _tag: 'Withheld' }>,
): ProcessorError => {
  if (answer._tag === 'ForeignResponse') {
    // A gateway does not know whether Stripe did the work.
    const message = `The response (HTTP ${answer.status}) does not come from Stripe`;
    return { _tag: 'ProcessorUnavailable', outcome: 'unknown', cause: causeWith(message, answer) };
  }
  if (answer._tag === 'NotSent') {
    const { retry_after, reason } = answer;
    const cause = new Error(`Not sent to Stripe: ${reason}`);
    return { _tag: 'ProcessorUnavailable', outcome: 'not_done', retry_after, cause };
  }
  const { cause } = answer;
  const message =
    cause === noTransportResponse
      ? noTransportResponse.message
      : `An error occurred with our connection to Stripe.${withCode(cause)}`;
  return {
    _tag: 'ProcessorUnavailable',
    outcome: neverSent(cause) ? 'not_done' : 'unknown',
    cause: new Error(message),
  };
};

/** Why one attempt of a call gave no result. */
export type AttemptFailure = {
  readonly error: ProcessorError;
  /**
   * Whether the work was done. `refused`: neither by this attempt nor by an earlier one. `turned_away`: not by this attempt.
   * `held_back`: not by this attempt, which was not sent. `in_use`: another request with this idempotency key is still running.
   * `undecided`: a system behind Stripe failed. `reused`: the key was first used with other parameters, by an earlier call.
   * `lost`: it may have been done.
   */
  readonly meaning:
    | 'refused'
    | 'turned_away'
    | 'held_back'
    | 'in_use'
    | 'undecided'
    | 'reused'
    | 'lost';
  /** Whether another attempt may succeed. */
  readonly again: boolean;
};

const meanings = { keep: 'refused', forget: 'turned_away', in_doubt: 'lost' } as const;

const meaningOf = (error: ProcessorError, type: unknown): AttemptFailure['meaning'] => {
  if (error._tag === 'ProcessorRefused') {
    if (error.code === 'idempotency_key_in_use') return 'in_use';
    if (type === 'idempotency_error') return 'reused';
    if (decisionOf(error) === 'undecided') return 'undecided';
  }
  return meanings[keyDisposition(error)];
};

// Stripe's own rule; its header overrides it.
const isWorthRepeating = (error: ProcessorError, meaning: AttemptFailure['meaning']): boolean =>
  error._tag === 'ProcessorUnavailable' || error._tag === 'ProcessorFailed' || meaning === 'in_use';

/** Why there is no object of Stripe in an answer. `clean` removes secrets from its texts. */
export const failureOfAnswer = (
  answer: StripeRefusal | NoStripeAnswer,
  clean: Clean,
): AttemptFailure => {
  if (answer._tag === 'Withheld') {
    return { error: answer.error, meaning: 'held_back', again: false };
  }
  if (answer._tag !== 'StripeRefusal') {
    const error = translateNoAnswer(answer);
    return answer._tag === 'NotSent'
      ? { error, meaning: 'held_back', again: false }
      : { error, meaning: meaningOf(error, undefined), again: true };
  }
  const {
    shouldRetry,
    error: { type },
  } = answer;
  const error = translateRefusal(answer, clean);
  const meaning = meaningOf(error, type);
  const again =
    shouldRetry === 'true' || (shouldRetry !== 'false' && isWorthRepeating(error, meaning));
  return { error, meaning, again };
};

const translateThrown = (thrown: unknown, clean: Clean): ProcessorError => {
  // Text with a lone surrogate cannot be encoded.
  if (thrown instanceof URIError) {
    const message = 'The request contains text that is not well-formed Unicode';
    return { _tag: 'ProcessorRefused', status: 400, message, code: null, param: null };
  }
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : typeof thrown;
  return { _tag: 'Unexpected', cause: new Error(clean(message)) };
};

/** Why an attempt has thrown: it could not be sent, or has a defect. `clean` removes secrets from its texts. */
export const failureOfThrown = (thrown: unknown, clean: Clean): AttemptFailure => {
  const error = translateThrown(thrown, clean);
  return { error, meaning: error._tag === 'Unexpected' ? 'lost' : 'refused', again: false };
};
