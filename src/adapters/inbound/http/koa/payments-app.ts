import type { Router } from '@koa/router';
import Koa from 'koa';
import { defectResponse, type ErrorAnswers, failureResponse } from '../failure-response.js';
import { type RequestReports, requestIdOf, trackRequest } from '../server/track-request.js';
import { answerContext, requestOfContext } from './answer-context.js';

/** Makes one Koa application of routers. It logs every request, and answers every failure in the envelope. */
export const createPaymentsApp = (
  routers: ReadonlyArray<Router>,
  errors: ErrorAnswers,
  reports?: RequestReports,
): Koa => {
  const app = new Koa();
  const { logger } = errors;
  // Koa emits errors that happen after the response has begun; by default it prints them.
  app.on('error', (cause: unknown) => logger.error('response failed', { cause }));
  app.use(async (ctx, next) => {
    const id = requestIdOf(ctx.req);
    ctx.state['requestId'] = id;
    ctx.set(
      trackRequest(ctx.res, { id, arrivedAt: performance.now() }, ctx.state, { logger, reports }),
    );
    await next();
  });
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (cause) {
      answerContext(ctx, defectResponse(cause, requestOfContext(ctx), errors));
    }
  });
  for (const router of routers) app.use(router.routes());
  app.use((ctx) => {
    const request = requestOfContext(ctx);
    answerContext(ctx, failureResponse({ _tag: 'RouteNotFound', path: ctx.path }, request, errors));
  });
  return app;
};
