import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from '../../../../application/ports/logger.js';

/**
 * One line a request, when its connection is done with it. The line has the route's pattern and never the path: a path
 * is the caller's text.
 */
export const logRequests =
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
