import type { Context, Middleware } from 'koa';
import type { Logger } from '../../../../application/ports/logger.js';
import type { HttpError } from '../http-error.js';
import type { HttpAnswer } from '../http-message.js';
import { type Asked, adviceOf, renderFailure } from '../render.js';
import { dropBody } from './read-body.js';

/** Puts an answer into the response. */
export const send = (ctx: Context, answer: HttpAnswer): void => {
  // Written here and not by Koa, so that what is no JSON (an adapter's own objects may hold anything) ends as an error.
  const text = JSON.stringify(answer.body);
  ctx.status = answer.status;
  ctx.set(answer.headers);
  ctx.type = 'application/json';
  ctx.body = text;
};

/** How errors are answered and reported. */
export type ErrorAnswers = {
  readonly logger: Logger;
  /** Whether failure bodies say where they come from (`stack`): outside production. */
  readonly verbose: boolean;
};

/** Answers an error in the envelope; what is our fault or the processor's is logged with its cause. */
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
  dropBody(ctx);
};

/** Whatever is thrown further in becomes an answer in the envelope. */
export const answerErrors =
  (options: ErrorAnswers): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (cause) {
      // Nobody knows how far it came: the work may have been done.
      const changes = !['GET', 'HEAD'].includes(ctx.method);
      sendError(ctx, { _tag: 'Unexpected', cause }, options, { changes, keyed: false });
    }
  };
