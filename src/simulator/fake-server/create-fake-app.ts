import { createMatcher, type Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import type { HttpAnswer } from '../../adapters/inbound/http/http-message.js';
import type { BrokenRequestStatus } from '../../adapters/inbound/http/server/attach-to-server.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Logger } from '../../application/ports/logger.js';
import type { MemoryControls } from '../controls/memory-controls.js';
import { processorCommands } from '../controls/processor-endpoints.js';
import { invalidRequest, serverError } from '../engine/errors.js';
import { accountApiVersion } from '../engine/objects/object.js';
import { apiHeaders } from '../wire/api-headers.js';
import { preflightResponse } from '../wire/cors.js';
import { jsonText, wireError, wireJson } from '../wire/wire-response.js';
import { type ServedRequest, servedRequest } from './served-request.js';

type Description = {
  readonly url: string;
  readonly apiKey: string;
  readonly controls: MemoryControls;
};

/** Describes the server to a browser that opens its address. */
export const descriptionEndpoint = ({ url, apiKey, controls }: Description): Endpoint => {
  const commands = processorCommands(controls).map(({ name }) => `POST ${url}/_processor/${name}`);
  const description = {
    about:
      "An in-memory card processor that speaks Stripe's protocol, for tests and local work. No money moves. Point a Stripe SDK at this address.",
    api: `${url}/v1`,
    stripe_js: `${url}/v3/`,
    api_key: apiKey,
    accounts:
      'Every key sk_test_<name> has its own account; Stripe-Account names another account under it.',
    controls: [
      ...commands,
      ...['GET deliveries', 'POST resend', 'GET fixture', 'DELETE account'].map((control) =>
        control.replace(' ', ` ${url}/_processor/`),
      ),
    ],
  };
  return { method: 'GET', path: '/', handle: () => wireJson(200, jsonText(description)) };
};

/** The response to a request whose response could not be written. */
export const serverErrorResponse: HttpResponse = wireError(serverError);

const notValidHttp = invalidRequest('Invalid request: not valid HTTP.');

/** The response to bytes that are not an HTTP request. */
export const brokenRequestAnswer = (status: BrokenRequestStatus): HttpAnswer => ({
  status,
  headers: { 'stripe-version': accountApiVersion },
  body: { error: notValidHttp.error },
});

type Options = {
  readonly logger: Logger;
  /** The id `req_...` of the response to this request, counted from 0, if it has no account. */
  readonly requestId: (count: number) => string;
  /** The response to a request for which there is no endpoint. */
  readonly unknownUrl: (request: HttpRequest) => HttpResponse;
  readonly clock: Clock;
  /** Called with each request to the API once it has its response. */
  readonly onRequest: ((request: ServedRequest) => void) | undefined;
};

/** The endpoints of the server. */
type Endpoints = {
  /** Endpoints with paths that match as they are. Like the processor's URLs: a trailing slash and upper case letters make another URL. */
  readonly exact: ReadonlyArray<Endpoint>;
  readonly others: ReadonlyArray<Endpoint>;
};

const noType = { 'cache-control': undefined, 'content-type': undefined };

/** Makes the server's handler of requests. What an endpoint throws is logged and answered with Stripe's 500. */
export const createFakeApp = (
  endpoints: Endpoints,
  { logger, requestId, unknownUrl, clock, onRequest }: Options,
): ((request: HttpRequest) => HttpResponse | Promise<HttpResponse>) => {
  const findExact = createMatcher(endpoints.exact, { exact: true });
  const findOther = createMatcher(endpoints.others);
  let count = 0;

  const onDefect = (cause: unknown): HttpResponse => {
    logger.error('request failed', { cause });
    return serverErrorResponse;
  };

  const respond = (request: HttpRequest): HttpResponse | Promise<HttpResponse> => {
    const { method, path, problem } = request;
    if (problem !== undefined) {
      const refusal = wireError({ ...notValidHttp, status: problem });
      return { ...refusal, headers: { ...refusal.headers, Connection: 'close' } };
    }
    const match = findExact(method, path) ?? findOther(method, path);
    if (match === undefined) return unknownUrl(request);
    try {
      const response = match.endpoint.handle(request, match.params);
      return response instanceof Promise ? response.catch(onDefect) : response;
    } catch (cause) {
      return onDefect(cause);
    }
  };

  const complete = (
    request: HttpRequest,
    isApi: boolean,
    number: number,
    response: HttpResponse,
  ): HttpResponse => {
    // The response of an account is complete.
    if (response.headers['request-id'] !== undefined) return response;
    const id = requestId(number);
    // An endpoint says of what type its own response is.
    const headers = isApi
      ? { ...apiHeaders(request, id, accountApiVersion), ...noType }
      : { 'request-id': id, 'stripe-version': accountApiVersion };
    return { ...response, headers: { ...headers, ...response.headers } };
  };

  const answer = (request: HttpRequest): HttpResponse | Promise<HttpResponse> => {
    const number = count;
    count += 1;
    const isApi = request.path.startsWith('/v1/');
    const response = (isApi ? preflightResponse(request) : null) ?? respond(request);
    return response instanceof Promise
      ? response.then((made) => complete(request, isApi, number, made))
      : complete(request, isApi, number, response);
  };
  if (onRequest === undefined) return answer;

  return (request) => {
    const arrived = performance.now();
    const report = (response: HttpResponse): HttpResponse => {
      const served = servedRequest(request, response, performance.now() - arrived, clock());
      try {
        if (served !== undefined) onRequest(served);
      } catch (cause) {
        logger.error('onRequest threw an error', { cause });
      }
      return response;
    };
    const response = answer(request);
    return response instanceof Promise ? response.then(report) : report(response);
  };
};
