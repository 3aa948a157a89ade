import { randomUUID } from 'node:crypto';
import type { Router } from '@koa/router';
import Koa, { type Context } from 'koa';
import type { Logger } from '../../../../application/ports/logger.js';
import { createMatcher, type Endpoint } from '../core/matcher.js';
import type { HttpRequest, HttpResponse } from '../core/message.js';
import { nodeRequest } from '../core/node-http.js';
import { writeResponse } from '../core/write-response.js';
import { defectResponse, type ErrorAnswers, failureResponse } from '../failure-response.js';
import { answerContext, noteResponse, requestOfContext } from './answer-context.js';

/**
 * Logs one line when a response ends. The line has the route's pattern, not the path, which may contain anything.
 */
const logAtEnd = (ctx: Context, logger: Logger, requestId: string): void => {
  const startedAt = performance.now();
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
};

// RFC 9112, section 3.2. Node would refuse it too, but without the envelope.
const hasNoHost = ({ req }: Context): boolean =>
  req.httpVersion === '1.1' && req.headers.host === undefined;

/**
 * Makes one Koa application of endpoints and of routers, which get the requests that no endpoint takes. It logs every request, and
 * answers every failure in the envelope.
 */
export const createPaymentsApp = (
  endpoints: ReadonlyArray<Endpoint>,
  routers: ReadonlyArray<Router>,
  errors: ErrorAnswers,
): Koa => {
  const app = new Koa();
  const { logger } = errors;
  const match = createMatcher(endpoints);
  // Koa emits errors that happen after the response has begun; by default it prints them.
  app.on('error', (cause: unknown) => logger.error('response failed', { cause }));

  const respond = async (request: HttpRequest, ctx: Context): Promise<HttpResponse | undefined> => {
    try {
      if (hasNoHost(ctx)) {
        return failureResponse({ _tag: 'BrokenRequest', status: 400 }, request, errors);
      }
      const found = match(request.method, request.path);
      if (found === undefined) return undefined;
      if (found.endpoint.method !== '*') ctx.state['route'] = found.endpoint.path;
      return await found.endpoint.handle(request, found.params);
    } catch (cause) {
      return defectResponse(cause, request, errors);
    }
  };

  // A request of an endpoint passes no other middleware, and Koa does not write its response.
  app.use(async (ctx, next) => {
    const id = randomUUID();
    const headers = { 'x-request-id': id, 'x-content-type-options': 'nosniff' };
    logAtEnd(ctx, logger, id);
    const response = await respond(nodeRequest(ctx.req, ctx.res, { id }), ctx);
    if (response === undefined) {
      ctx.state['requestId'] = id;
      ctx.set(headers);
      await next();
      return;
    }
    noteResponse(ctx, response);
    ctx.respond = false;
    writeResponse(ctx.res, response, headers);
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
