import type { Logger } from '../../../application/ports/logger.js';
import type { WebhookAnswer } from '../../../application/ports/webhook-receiver.js';
import { type Locale, spanishOnly, spokenTo } from './core/language.js';
import { bodilessStatuses, type HttpRequest, type HttpResponse } from './core/message.js';
import type { HttpError } from './http-error.js';
import { adviceOf } from './http-error-facts.js';
import type { HttpAnswer } from './http-message.js';
import { createMinuteLimit } from './minute-limit.js';
import { type Asked, renderFailure } from './render.js';

// Personal data: no cache on the way keeps it. Each header is named, because to merge two objects takes longer.
const withJsonHeaders = (headers: HttpResponse['headers']): HttpResponse['headers'] => ({
  ...headers,
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
});

/** A response with a body that is JSON already. */
export const jsonTextResponse = (
  status: number,
  body: HttpResponse['body'],
  headers: HttpResponse['headers'] = {},
): HttpResponse => ({ status, headers: withJsonHeaders(headers), body });

/** A response whose body is written as JSON. Throws for a value that JSON cannot represent. */
export const jsonResponse = ({ status, headers, body }: HttpAnswer): HttpResponse =>
  jsonTextResponse(status, JSON.stringify(body), headers);

/** The response that a caller expects instead of the envelope. */
export const ownResponse = ({
  status = 200,
  contentType = 'text/plain; charset=utf-8',
  body = '',
}: WebhookAnswer): HttpResponse => ({
  status,
  headers: { ...withJsonHeaders({}), 'Content-Type': body === '' ? undefined : contentType },
  body: bodilessStatuses.has(status) ? '' : body,
});

/** How errors are answered and logged. */
export type ErrorAnswers = {
  readonly logger: Logger;
  /** Whether failures have a `stack`: only outside production. */
  readonly verbose: boolean;
  /** Default: Spanish. */
  readonly locale?: Locale | undefined;
};

// Everyone who knows the address of the webhooks can cause these, as often as they like.
const limits: { readonly [tag: string]: WeakMap<Logger, () => number> } = {
  WebhookSecretMissing: new WeakMap(),
  BodyAlreadyRead: new WeakMap(),
  RouteNotFound: new WeakMap(),
};

/** How many equal lines the next line of this error stands for; 0: it is not logged. */
const timesOf = ({ _tag }: HttpError, logger: Logger): number => {
  const byLogger = limits[_tag];
  if (byLogger === undefined) return 1;
  const limit = byLogger.get(logger) ?? createMinuteLimit();
  byLogger.set(logger, limit);
  return limit();
};

// The caller asked for what the processor does not have.
const isOwnFault = ({ _tag }: HttpError, status: number): boolean =>
  status >= 500 && _tag !== 'UnsupportedOperation';

// In characters.
const longestPath = 200;

// Stripe goes on calling the wrong URL, and only its dashboard would show it.
const reportStrayWebhook = (
  error: HttpError,
  { id, headers }: Pick<HttpRequest, 'id' | 'headers'>,
  logger: Logger,
): void => {
  if (error._tag !== 'RouteNotFound') return;
  if (headers['stripe-signature'] === undefined && headers['processor-signature'] === undefined) {
    return;
  }
  const times = timesOf(error, logger);
  if (times === 0) return;
  logger.warn(
    'a webhook came to a path that does not exist: send webhooks to /api/webhooks/stripe',
    {
      request_id: id,
      webhook_path: error.path.slice(0, longestPath),
      ...(times === 1 ? {} : { times }),
    },
  );
};

/** The response to an error, in the envelope. Logs a 5xx with its cause. */
export const failureResponse = (
  error: HttpError,
  request: Pick<HttpRequest, 'id' | 'headers'>,
  { logger, verbose, locale = spanishOnly }: ErrorAnswers,
  asked?: Asked,
  client?: string,
): HttpResponse => {
  const answer = renderFailure(verbose, spokenTo(request, locale))(error, asked);
  reportStrayWebhook(error, request, logger);
  const times = isOwnFault(error, answer.status) ? timesOf(error, logger) : 0;
  if (times > 0) {
    const advice = adviceOf(error);
    logger.error(advice === undefined ? 'request failed' : `request failed: ${advice}`, {
      request_id: request.id,
      ...(client === undefined ? {} : { client }),
      error: error._tag,
      ...('cause' in error ? { cause: error.cause } : {}),
      ...(times === 1 ? {} : { times }),
    });
  }
  return { ...jsonResponse(answer), logged: { error: error._tag } };
};

/** The response to what a handler threw. The work may have been done before. */
export const defectResponse = (
  cause: unknown,
  request: Pick<HttpRequest, 'id' | 'method' | 'headers'>,
  errors: ErrorAnswers,
): HttpResponse =>
  failureResponse({ _tag: 'Unexpected', cause }, request, errors, {
    changes: !['GET', 'HEAD'].includes(request.method),
    keyed: false,
  });
