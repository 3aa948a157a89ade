import type { Context } from 'koa';
import { dropBody } from '../core/node-http.js';
import type { ErrorAnswers } from '../failure-response.js';
import type { HttpError } from '../http-error.js';
import type { HttpAnswer } from '../http-message.js';
import { type Asked, adviceOf, renderFailure } from '../render.js';

/** Sends an answer as JSON. */
export const send = (ctx: Context, answer: HttpAnswer): void => {
  // Serialized here and not by Koa, so that a value that JSON cannot represent becomes an error.
  const text = JSON.stringify(answer.body);
  ctx.status = answer.status;
  ctx.set(answer.headers);
  ctx.type = 'application/json';
  ctx.body = text;
};

/** Answers an error in the envelope, and logs a 5xx with its cause. */
export const sendError = (
  ctx: Context,
  error: HttpError,
  { logger, verbose }: ErrorAnswers,
  asked?: Asked,
): void => {
  const answer = renderFailure(verbose)(error, asked);
  ctx.state['error'] = error._tag;
  if (answer.status >= 500) {
    const advice = adviceOf(error);
    logger.error(advice === undefined ? 'request failed' : `request failed: ${advice}`, {
      request_id: ctx.state['requestId'],
      error: error._tag,
      ...('cause' in error ? { cause: error.cause } : {}),
    });
  }
  send(ctx, answer);
  dropBody(ctx.req);
};
