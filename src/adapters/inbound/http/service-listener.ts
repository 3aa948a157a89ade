import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ArrivalCheck, underChecks } from './arrival-checks.js';
import { createMatcher, type Endpoint } from './core/matcher.js';
import type { HttpRequest, HttpResponse } from './core/message.js';
import { nodeRequest, respondWith } from './core/node-http.js';
import { writeResponse } from './core/write-response.js';
import { defectResponse, type ErrorAnswers, failureResponse } from './failure-response.js';
import type { HttpError } from './http-error.js';
import {
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
};

/**
 * The listener of the service. It answers the endpoints itself, because a framework would cost as much as all the rest, and leaves
 * other requests to the application. It logs every request, and answers every failure in the envelope. `checks` see every valid
 * request before it is handled; without any, they cost nothing. Every response has `headers`.
 */
export const createServiceListener = (
  endpoints: ReadonlyArray<Endpoint>,
  application: ServiceListener,
  errors: ErrorAnswers,
  checks: ReadonlyArray<ArrivalCheck> = [],
  headers: Readonly<Record<string, string>> = {},
  reports?: RequestReports,
): ServiceListener => {
  const match = createMatcher(endpoints);
  const more = Object.entries(headers);
  const trackers = { logger: errors.logger, reports };

  const answer = (
    { request, response, id, arrivedAt }: Exchange,
    facts: RequestFacts,
    respond: () => HttpResponse | Promise<HttpResponse>,
  ): Promise<void> => {
    const own = trackRequest(response, { id, arrivedAt }, facts, trackers);
    const write = (answered: HttpResponse) => {
      facts.client = answered.logged?.client;
      facts.error = answered.logged?.error;
      return writeResponse(response, answered, more.length === 0 ? own : { ...own, ...headers });
    };
    return respondWith(response, respond, (cause) => defectResponse(cause, request, errors), write);
  };

  const refuse = (exchange: Exchange, error: HttpError): Promise<void> =>
    answer(exchange, {}, () => failureResponse(error, exchange.request, errors));

  return (message, response) => {
    const arrivedAt = performance.now();
    const id = requestIdOf(message);
    const request = nodeRequest(message, response, { id });
    const exchange: Exchange = { request, response, id, arrivedAt };
    const { problem } = request;
    if (problem !== undefined) return refuse(exchange, { _tag: 'BrokenRequest', status: problem });
    const found = match(request.method, request.path);
    const handle = (): Promise<void> => {
      if (found === undefined) {
        withoutOrigin(message, request);
        for (const [name, value] of more) response.setHeader(name, value);
        return application(message, response);
      }
      const { endpoint, params } = found;
      const facts = { route: endpoint.method === '*' ? undefined : endpoint.path };
      return answer(exchange, facts, () => endpoint.handle(request, params));
    };
    if (checks.length === 0) return handle();
    return underChecks(checks, { request, endpoint: found?.endpoint }, (refusal) =>
      refusal === undefined ? handle() : refuse(exchange, refusal),
    );
  };
};
