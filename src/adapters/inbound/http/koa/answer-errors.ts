import type { Context, Middleware } from 'koa';
import type { Logger } from '../../../../application/ports/logger.js';
import type { HttpError } from '../http-error.js';
import type { HttpAnswer } from '../http-message.js';
import { renderFailure } from '../render.js';
import { dropBody } from './drop-body.js';

/** How errors are answered and reported. */
export type ErrorAnswers = {
  readonly logger: Logger;
  /** Whether failure bodies say where they come from (`stack`): outside production. */
  readonly verbose: boolean;
};

/** Puts an answer into the response. */
export const send = (ctx: Context, answer: HttpAnswer): void => {
  // Written here and not by Koa, so that what is no JSON (an adapter's own objects may hold anything) ends as an error.
  const text = JSON.stringify(answer.body);
  ctx.status = answer.status;
  ctx.set(answer.headers);
  ctx.type = 'application/json';
  ctx.body = text;
};

/** Answers an error in the envelope; what is our fault or the processor's is logged with its cause. */
export const sendError = (
  ctx: Context,
  error: HttpError,
  { logger, verbose }: ErrorAnswers,
): void => {
  const answer = renderFailure(verbose)(error);
  ctx.state['error'] = error._tag;
  if (answer.status >= 500) {
    logger.error('request failed', {
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
      sendError(ctx, { _tag: 'Unexpected', cause }, options);
    }
  };
