import type { Router } from '@koa/router';
import Koa from 'koa';
import { serverError } from '../adapters/outbound/memory/engine/errors/api-failures.js';
import type { Logger } from '../application/ports/logger.js';
import { sendFailure } from './wire/send-failure.js';

/** The routers as one Koa application; what throws is answered as a failure of the processor's own, and reported. */
export const createFakeApp = (routers: ReadonlyArray<Router>, logger: Logger): Koa => {
  const app = new Koa();
  app.on('error', (cause: unknown) => logger.error('response failed', { cause }));
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (cause) {
      logger.error('request failed', { cause });
      sendFailure(ctx, serverError);
    }
  });
  for (const router of routers) app.use(router.routes());
  return app;
};
