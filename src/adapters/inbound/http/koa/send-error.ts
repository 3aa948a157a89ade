import type { Context } from 'koa';
import type { Logger } from '../../../../application/ports/logger.js';
import { adviceOf } from '../describe-http-error.js';
import type { HttpError } from '../http-error.js';
import { type Asked, renderFailure } from '../render.js';
import { dropBody } from './drop-body.js';
import { send } from './send.js';

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
