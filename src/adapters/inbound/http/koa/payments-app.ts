import type { Router } from '@koa/router';
import Koa from 'koa';
import { answerErrors } from './answer-errors.js';
import { logRequests } from './log-requests.js';
import { type ErrorAnswers, sendError } from './send-error.js';

/** The routers as one Koa application: every request logged, every failure in the envelope. */
export const createPaymentsApp = (
  routers: ReadonlyArray<Router>,
  { logger, verbose }: ErrorAnswers,
): Koa => {
  const app = new Koa();
  const errors = { logger, verbose };
  // Koa reports here what goes wrong after the answer has begun; its own default is to print it.
  app.on('error', (cause: unknown) => logger.error('response failed', { cause }));
  app.use(logRequests(logger));
  app.use(answerErrors(errors));
  app.use(async (ctx, next) => {
    // RFC 9112, section 3.2. Node would refuse it too, but not in the envelope.
    if (ctx.req.httpVersion === '1.1' && ctx.headers.host === undefined) {
      sendError(ctx, { _tag: 'BrokenRequest', status: 400 }, errors);
    } else await next();
  });
  app.use(async (ctx, next) => {
    ctx.set('x-content-type-options', 'nosniff');
    await next();
  });
  for (const router of routers) app.use(router.routes());
  app.use((ctx) => {
    sendError(ctx, { _tag: 'RouteNotFound', path: ctx.path }, errors);
  });
  return app;
};
