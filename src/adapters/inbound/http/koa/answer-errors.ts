import type { Middleware } from 'koa';
import { type ErrorAnswers, sendError } from './send-error.js';

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
