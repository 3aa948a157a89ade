import { randomUUID } from 'node:crypto';
import type { Router } from '@koa/router';
import type { Middleware } from 'koa';
import Koa from 'koa';
import type { Logger } from '../../../../application/ports/logger.js';
import { answerErrors, type ErrorAnswers, sendError } from './send.js';

/**
 * Logs one line per request when its response ends. The line has the route's pattern, not the path, which may contain
 * anything.
 */
const logRequests =
  (logger: Logger): Middleware =>
  async (ctx, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    ctx.set('x-request-id', requestId);
    ctx.res.once('close', () => {
      logger.info('request', {
        request_id: requestId,
        method: ctx.method,
        route: ctx.state['route'],
        status: ctx.res.writableFinished ? ctx.status : 499,
        duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
        client: ctx.state['client'],
        error: ctx.state['error'],
      });
    });
    ctx.state['requestId'] = requestId;
    await next();
  };

/** Makes one Koa application of the routers. It logs every request, and answers every failure in the envelope. */
export const createPaymentsApp = (
  routers: ReadonlyArray<Router>,
  { logger, verbose }: ErrorAnswers,
): Koa => {
  const app = new Koa();
  const errors = { logger, verbose };
  // Koa emits errors that happen after the response has begun; by default it prints them.
  app.on('error', (cause: unknown) => logger.error('response failed', { cause }));
  app.use(logRequests(logger));
  app.use(answerErrors(errors));
  app.use(async (ctx, next) => {
    // RFC 9112, section 3.2. Node would refuse it too, but without the envelope.
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
