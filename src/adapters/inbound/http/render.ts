import type { ReplayAdvice } from '../../../application/idempotency/replay-advice.js';
import type { Outcome } from '../../../domain/outcome.js';
import { decisionOf } from '../../../domain/processor-decision.js';
import { redact } from '../../../domain/redact.js';
import { inSpanish, type Spoken, type Words } from './core/language.js';
import { type HttpError, httpErrorCode, httpOutcome, httpStatus } from './http-error.js';
import type { HttpAnswer } from './http-message.js';
import { describeHttpError, replayAdviceText } from './texts.js';

/** The envelope of a success (interface section 1), with advice for a repetition that needs it (decision I10). */
export const renderSuccess = (
  status: number,
  message: Words,
  data: unknown,
  { language, headers }: Spoken = inSpanish,
  advice?: ReplayAdvice,
): HttpAnswer => ({
  status,
  headers,
  body: {
    status: true,
    statusCode: status,
    message: message[language],
    ...(advice === undefined
      ? {}
      : { advice: replayAdviceText[advice][language], advice_code: advice }),
    data,
  },
});

/** Advice to the operator about a wrong set-up, for the log and, outside production, for the `stack`. */
export const adviceOf = (error: HttpError): string | undefined => {
  switch (error._tag) {
    case 'ForeignPage':
      return 'without API keys, a web page of another origin and a public host name other than that of PUBLIC_URL are refused: set PUBLIC_URL to the URL in the browser, or set API_KEYS';
    case 'BodyAlreadyRead':
      return "another body parser consumed the body of this request, and a webhook's signature is valid only for the body as it was sent: mount Pasarela before koa-bodyparser, express.json() and similar, or exclude its paths from them; in Express, use express.raw({ type: 'application/json' }) on the webhook's path; in Fastify, mount it in a scope without content type parsers; to createFetchHandler, pass the request before you read it, or read request.clone()";
    default:
      return undefined;
  }
};

// The cause comes from other code, and may repeat the input.
const stackOf = (error: HttpError, message: string): string =>
  redact(
    'cause' in error && error.cause instanceof Error
      ? (error.cause.stack ?? error.cause.message)
      : `${error._tag}: ${adviceOf(error) ?? message}`,
  );

/** Whether the failed request could change something, and whether it had an idempotency key. */
export type Asked = { readonly changes: boolean; readonly keyed: boolean };

const nothing: Asked = { changes: false, keyed: false };

const pauseSeconds = { overloaded: 1, unavailable: 2, inDoubt: 60 } as const;

// Only when it is safe to repeat the same request: with its key, or because nothing was done (decision E15).
const retryAfter = (
  error: HttpError,
  outcome: Outcome | undefined,
  { keyed }: Asked,
): number | undefined => {
  switch (error._tag) {
    case 'IdempotencyKeyInUse':
    case 'TooManyRequests':
      return error.retryAfter;
    case 'Overloaded':
      return pauseSeconds.overloaded;
    case 'IdempotencyKeyInDoubt':
      return pauseSeconds.inDoubt;
    case 'ProcessorUnavailable':
      return keyed || outcome === 'not_done'
        ? (error.retryAfter ?? pauseSeconds.unavailable)
        : undefined;
    case 'StoreUnavailable':
      return keyed || outcome === 'not_done' ? pauseSeconds.unavailable : undefined;
    // The processor has stored no answer for the key, or may be at work for another request with it.
    case 'ProcessorRefused':
      return decisionOf(error) === 'final' ? undefined : pauseSeconds.unavailable;
    default:
      return undefined;
  }
};

const headersOf = (error: HttpError, pause: number | undefined): HttpAnswer['headers'] => ({
  ...(error._tag === 'MethodNotAllowed' ? { allow: error.allowed.join(', ') } : {}),
  ...(error._tag === 'Unauthorized' ? { 'www-authenticate': 'Bearer' } : {}),
  // Where the next request begins is not certain.
  ...(error._tag === 'BrokenRequest' ? { Connection: 'close' } : {}),
  // RFC 6750, section 3.1.
  ...(error._tag === 'InsufficientScope'
    ? { 'www-authenticate': `Bearer error="insufficient_scope", scope="${error.scope}"` }
    : {}),
  ...(pause === undefined ? {} : { 'retry-after': String(pause) }),
});

// It was refused before its key was looked up: an earlier request with it may have been done.
const isBeforeItsKey = ({ _tag }: HttpError): boolean =>
  _tag === 'TooManyRequests' || _tag === 'Overloaded';

// A request that cannot change anything did nothing, whatever the error.
const outcomeFor = (error: HttpError, { changes, keyed }: Asked): Outcome | undefined => {
  if (changes && keyed && isBeforeItsKey(error)) return 'unknown';
  const outcome = httpOutcome(error);
  return outcome === undefined || changes ? outcome : 'not_done';
};

const factsOf = (error: HttpError): HttpAnswer['body'] =>
  error._tag === 'CardError'
    ? {
        ...(error.declineCode === null ? {} : { decline_code: error.declineCode }),
        ...(error.paymentIntent === null ? {} : { payment_intent: error.paymentIntent }),
        ...(error.setupIntent === undefined ? {} : { setup_intent: error.setupIntent }),
        ...(error.charge === null ? {} : { charge: error.charge }),
      }
    : {};

/**
 * The envelope of a failure (interface section 7), with `outcome` where the work may have been done (decision E15). With
 * `verbose`, it has a `stack`.
 */
export const renderFailure =
  (verbose: boolean, { language, headers }: Spoken = inSpanish) =>
  (error: HttpError, asked: Asked = nothing): HttpAnswer => {
    const message = redact(describeHttpError[language](error));
    const outcome = outcomeFor(error, asked);
    return {
      status: httpStatus(error),
      headers: { ...headersOf(error, retryAfter(error, outcome, asked)), ...headers },
      body: {
        status: false,
        message,
        code: httpErrorCode(error),
        ...factsOf(error),
        ...(outcome === undefined ? {} : { outcome }),
        ...(verbose ? { stack: stackOf(error, message) } : {}),
      },
    };
  };
