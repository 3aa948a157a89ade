import type { Router } from '@koa/router';
import Koa from 'koa';
import { defaultVersion } from '../adapters/outbound/memory/engine/default-version.js';
import { serverError } from '../adapters/outbound/memory/engine/errors.js';
import type { Logger } from '../application/ports/logger.js';
import { sendFailure } from './wire/send-failure.js';
import { unrecognizedUrl } from './wire/unrecognized-url.js';

type Options = {
  readonly logger: Logger;
  /** The next `req_...` for answers to nobody in particular. */
  readonly newRequestId: () => string;
};

/** The routers as one Koa application; what throws is answered as a failure of the processor's own, and reported. */
export const createFakeApp = (
  routers: ReadonlyArray<Router>,
  { logger, newRequestId }: Options,
): Koa => {
  const app = new Koa();
  app.on('error', (cause: unknown) => logger.error('response failed', { cause }));
  app.use(async (ctx, next) => {
    ctx.set({ 'request-id': newRequestId(), 'stripe-version': defaultVersion });
    try {
      await next();
    } catch (cause) {
      logger.error('request failed', { cause });
      sendFailure(ctx, serverError);
    }
  });
  for (const router of routers) app.use(router.routes());
  app.use((ctx) => {
    sendFailure(ctx, unrecognizedUrl(ctx.method, ctx.path));
  });
  return app;
};
