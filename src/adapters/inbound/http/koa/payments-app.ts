import type { IncomingMessage, ServerResponse } from 'node:http';
import { identity } from 'fp-ts/lib/function.js';
import Koa from 'koa';
import type { ServedPayments } from '../../../../application/facade/payments.js';
import { problemOnConnection } from '../core/message-problem.js';
import { splitUrl } from '../core/request-url.js';
import { endOfTurn } from '../core/write-response.js';
import { defectResponse } from '../failure-response.js';
import { asTheirType } from '../headers-of-host.js';
import { createMountedInterface } from '../mounted-interface.js';
import type { PaymentsRouterOptions } from '../payments-interface.js';
import type { ServedEndpoints } from '../served-endpoints.js';
import { createTimeLimit, workEnds } from '../server/time-limit.js';
import {
  type AroundRequest,
  type RequestReports,
  requestIdOf,
  trackRequest,
} from '../server/track-request.js';
import { answerContext, requestOfContext, setHeaders } from './answer-context.js';

/** How a host, such as the service, answers requests. */
type HostOptions = {
  /** Every response has them. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly reports?: RequestReports | undefined;
  readonly probes?: 'all' | 'failed';
  /** In milliseconds. Absent: no limit. */
  readonly timeoutMs?: number | undefined;
  readonly around?: AroundRequest | undefined;
};

const callerLeft = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE']);

// For Koa it is an error, but the line of the request tells of it.
const hasLeft = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && callerLeft.has(String(cause.code));

// The endpoints answer everything, so that they stay last.
class AppAroundEndpoints extends Koa {
  override use<S, C>(
    middleware: Koa.Middleware<Koa.DefaultState & S, Koa.DefaultContext & C>,
  ): Koa<Koa.DefaultState & S, Koa.DefaultContext & C> {
    const endpoints = this.middleware.splice(-1);
    const app = super.use(middleware);
    this.middleware.push(...endpoints);
    return app;
  }
}

type Found = ReturnType<ServedEndpoints['find']>;

const routed = Symbol('routed');

/** A context with the endpoint that was found for it. */
type RoutedContext = {
  [routed]?: { readonly method: string; readonly url: string; readonly found: Found };
};

type RoutedMiddleware = Koa.Middleware<Koa.DefaultState, RoutedContext>;

/**
 * Makes a Koa application of endpoints. It logs every request, and answers every failure in the envelope. Middleware that is added
 * to it with `use` runs around the endpoints.
 */
export const createApp = (
  { find, answer, errors }: ServedEndpoints,
  {
    headers = {},
    reports,
    probes = 'all',
    timeoutMs,
    around = (_facts, handle) => handle(),
  }: HostOptions = {},
): Koa => {
  const app = new AppAroundEndpoints();
  const { logger } = errors;
  const inTime = timeoutMs === undefined ? undefined : createTimeLimit(timeoutMs, errors);

  // Koa emits errors of a response that has begun; by default it prints them.
  app.on('error', (cause: unknown) => {
    if (!hasLeft(cause)) logger.error('response failed', { cause });
  });

  // Middleware may change the method and the URL. If it has not, the endpoint stays.
  const endpointOf = (ctx: Koa.ParameterizedContext<Koa.DefaultState, RoutedContext>): Found => {
    const { method, url } = ctx;
    const known = ctx[routed];
    if (known?.method === method && known.url === url) return known.found;
    const found = find(method, splitUrl(url)[0]);
    ctx[routed] = { method, url, found };
    return found;
  };

  const track: RoutedMiddleware = async (ctx, next) => {
    const id = requestIdOf(ctx.req);
    ctx.state['requestId'] = id;
    const found = endpointOf(ctx);
    const endpoint = problemOnConnection(ctx.req) === undefined ? found?.endpoint : undefined;
    if (endpoint !== undefined && endpoint.method !== '*') ctx.state['route'] = endpoint.path;
    const tracked = { id, arrivedAt: performance.now() };
    setHeaders(
      ctx,
      endpoint?.quiet === true
        ? asTheirType
        : trackRequest(ctx.res, tracked, ctx.state, { logger, probes, reports }),
    );
    setHeaders(ctx, headers);
    try {
      await next();
    } catch (cause) {
      answerContext(ctx, defectResponse(cause, requestOfContext(ctx), errors));
    }
    await endOfTurn();
  };

  const respond: RoutedMiddleware = async (ctx) => {
    const request = requestOfContext(ctx);
    const found = endpointOf(ctx);
    const answered = () => answer(request, found, identity, splitUrl(ctx.originalUrl)[0]);
    if (found === undefined) {
      answerContext(ctx, await answered());
      return;
    }
    const answering = around(ctx.state, answered);
    const exchange = { request, response: ctx.res, endpoint: found.endpoint };
    answerContext(ctx, await (inTime === undefined ? answering : inTime(exchange, answering)));
  };

  app.middleware.push(track, respond);

  return app;
};

/**
 * The whole HTTP interface as a Koa application, for a server of its own. Every answer, also of an error, is in the envelope, and
 * `logger` gets a line for every request. Middleware that is added with `use` runs around the interface, and may answer other paths.
 * Throws a `TypeError` for wrong options; for `apiKeys` it says which entry is wrong.
 */
export const createPaymentsApp = (
  payments: ServedPayments,
  options: PaymentsRouterOptions = {},
): Koa => createApp(createMountedInterface('createPaymentsApp', payments, options));

/** Answers a request of `node:http`. The promise never rejects, and resolves when the work of the request has ended. */
export type ServiceListener = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** An application as the listener of a server that waits for work before it stops. */
export const listenerOf = (app: Koa): ServiceListener => {
  const handle = app.callback();
  return async (message, response) => {
    await handle(message, response);
    await workEnds(response);
  };
};
