import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMatcher, type Endpoint } from '../core/matcher.js';
import type { HttpRequest, HttpResponse } from '../core/message.js';
import { nodeRequest, respondWith } from '../core/node-http.js';
import { writeResponse } from '../core/write-response.js';
import { defectResponse, type ErrorAnswers, failureResponse } from '../failure-response.js';
import { asTheirType } from '../headers-of-host.js';
import type { HttpError } from '../http-error.js';
import { createDeadline, type Deadline } from './deadline.js';
import {
  type AroundRequest,
  type RequestFacts,
  type RequestReports,
  requestIdOf,
  trackRequest,
} from './track-request.js';

/** Answers a request of `node:http`. The promise never rejects. */
export type ServiceListener = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

// What parses URLs for the application prints a warning, with the URL, for some of the absolute ones.
const withoutOrigin = (message: IncomingMessage, { path, querystring }: HttpRequest): void => {
  message.url = querystring === '' ? path : `${path}?${querystring}`;
};

type Exchange = {
  readonly request: HttpRequest;
  readonly response: ServerResponse;
  readonly id: string;
  /** By `performance.now()`. */
  readonly arrivedAt: number;
  readonly endpoint: Endpoint | undefined;
  readonly facts: RequestFacts;
  /** Set when it is answered. */
  headers: HttpResponse['headers'];
  isLate: boolean;
};

type TimeLimits = { readonly of: (exchange: Exchange) => Deadline<Exchange> | undefined };

/** The time limits of endpoints: their own, or `timeoutMs`. */
const createTimeLimits = (
  endpoints: ReadonlyArray<Endpoint>,
  timeoutMs: number | undefined,
  onLate: (exchange: Exchange) => void,
): TimeLimits => {
  if (timeoutMs === undefined) return { of: () => undefined };
  const usual = createDeadline(timeoutMs, onLate);
  const own = new Map<number | undefined, Deadline<Exchange>>();
  for (const { answersWithinMs: ms } of endpoints) {
    if (ms !== undefined && ms < timeoutMs && !own.has(ms)) own.set(ms, createDeadline(ms, onLate));
  }
  return { of: ({ endpoint }) => own.get(endpoint?.answersWithinMs) ?? usual };
};

const lateness = new Error('the time limit of the request is over');

/** The error of a request that is late. `begun`: whether its work has begun. */
const lateError = ({ response, endpoint }: Exchange, begun: boolean, keyed: boolean): HttpError => {
  if (!begun && !response.req.complete) return { _tag: 'BrokenRequest', status: 408 };
  if (begun && endpoint?.answersWithinMs === undefined) {
    return { _tag: 'ProcessorUnavailable', outcome: 'unknown', cause: lateness };
  }
  // An earlier request with the key may have done the work.
  const outcome = begun || keyed ? ({ outcome: 'unknown' } as const) : {};
  return { _tag: 'StoreUnavailable', ...outcome, cause: lateness };
};

const send = ({ response, facts, headers }: Exchange, answered: HttpResponse): Promise<void> => {
  facts.client = answered.logged?.client ?? facts.client;
  facts.error = answered.logged?.error;
  return writeResponse(response, answered, headers);
};

/** What the listener of the service consists of. */
type ListenerOptions = {
  readonly endpoints: ReadonlyArray<Endpoint>;
  /** Answers the paths that no endpoint has. */
  readonly application: ServiceListener;
  readonly errors: ErrorAnswers;
  /** Every response has them. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly reports?: RequestReports | undefined;
  /**
   * In milliseconds; an endpoint may demand less. A request is answered in this time: work that has begun then goes on, and other
   * work never begins. Absent: no limit.
   */
  readonly timeoutMs?: number | undefined;
  readonly around?: AroundRequest | undefined;
};

/**
 * The listener of the service. It answers the endpoints itself, because a framework would cost as much as all the rest, and leaves
 * other requests to the application. It logs every request, and answers every failure in the envelope.
 */
export const createServiceListener = ({
  endpoints,
  application,
  errors,
  headers = {},
  reports,
  timeoutMs,
  around,
}: ListenerOptions): ServiceListener => {
  const match = createMatcher(endpoints);
  const more = Object.entries(headers);
  const trackers = { logger: errors.logger, reports };

  const answerLate = (exchange: Exchange): void => {
    const { request, response } = exchange;
    exchange.isLate = true;
    if (!response.req.complete) {
      response.shouldKeepAlive = false;
      // Node would not tell what reads the body that the caller has left.
      response.once('close', () => void response.req.destroy());
    }
    const changes = !['GET', 'HEAD'].includes(request.method);
    const keyed = changes && request.headers['idempotency-key'] !== undefined;
    const error = lateError(exchange, request.giveUp(), keyed);
    void send(exchange, failureResponse(error, request, errors, { changes, keyed }));
  };
  const limits = createTimeLimits(endpoints, timeoutMs, answerLate);

  const reportLate = ({ id, facts }: Exchange, { status, logged }: HttpResponse): void =>
    errors.logger.warn('a request ended after its time limit, when it had been answered 503', {
      request_id: id,
      route: facts.route,
      status,
      error: logged?.error,
    });

  const answer = (
    exchange: Exchange,
    respond: () => HttpResponse | Promise<HttpResponse>,
  ): Promise<void> => {
    const { request, response, facts } = exchange;
    const own =
      exchange.endpoint?.quiet === true
        ? asTheirType
        : trackRequest(response, exchange, facts, trackers);
    exchange.headers = more.length === 0 ? own : { ...own, ...headers };
    const limit = limits.of(exchange);
    limit?.add(exchange);
    const write = (answered: HttpResponse): Promise<void> => {
      limit?.remove(exchange);
      if (!exchange.isLate) return send(exchange, answered);
      reportLate(exchange, answered);
      return Promise.resolve();
    };
    return respondWith(response, respond, (cause) => defectResponse(cause, request, errors), write);
  };

  const refuse = (exchange: Exchange, error: HttpError): Promise<void> =>
    answer(exchange, () => failureResponse(error, exchange.request, errors));

  return (message, response) => {
    const arrivedAt = performance.now();
    const id = requestIdOf(message);
    const request = nodeRequest(message, response, { id });
    const { problem } = request;
    const found = problem === undefined ? match(request.method, request.path) : undefined;
    const endpoint = found?.endpoint;
    const facts: RequestFacts = { route: endpoint?.method === '*' ? undefined : endpoint?.path };
    const exchange: Exchange = {
      request,
      response,
      id,
      arrivedAt,
      endpoint,
      facts,
      headers: {},
      isLate: false,
    };
    if (problem !== undefined) return refuse(exchange, { _tag: 'BrokenRequest', status: problem });
    if (found === undefined) {
      withoutOrigin(message, request);
      for (const [name, value] of more) response.setHeader(name, value);
      return application(message, response);
    }
    const respond = () => found.endpoint.handle(request, found.params);
    return answer(exchange, around === undefined ? respond : () => around(facts, respond));
  };
};
