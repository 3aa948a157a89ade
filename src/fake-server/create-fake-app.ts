import { createMatcher, type Endpoint } from '../adapters/inbound/http/core/matcher.js';
import type { HttpRequest, HttpResponse } from '../adapters/inbound/http/core/message.js';
import type { HttpAnswer } from '../adapters/inbound/http/http-message.js';
import { processorCommands } from '../adapters/inbound/http/processor/processor-endpoints.js';
import type { BrokenRequestStatus } from '../adapters/inbound/http/server/attach-to-server.js';
import { invalidRequest, serverError } from '../adapters/outbound/memory/engine/errors.js';
import { accountApiVersion } from '../adapters/outbound/memory/engine/objects/object.js';
import type { MemoryControls } from '../adapters/outbound/memory/memory-controls.js';
import type { Logger } from '../application/ports/logger.js';
import { redact } from '../domain/redact.js';
import { apiHeaders } from './wire/api-headers.js';
import { preflightResponse } from './wire/cors.js';
import { jsonText, wireError, wireJson } from './wire/wire-response.js';

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

const emptyPart =
  ' If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.';

// Parts of Stripe's API that shops ask for. For these, Stripe's own text would make people look for a mistake in the path.
const notSimulated = new Set(
  `account accounts application_fees billing billing_portal coupons credit_notes entitlements ephemeral_keys file_links files
  financial_connections identity invoiceitems invoices issuing mandates payment_links plans prices products promotion_codes
  quotes radar reporting reviews sources subscription_items subscription_schedules subscriptions tax tax_rates terminal topups
  transfers treasury`.split(/\s+/),
);

const unrecognizedText = (method: string, path: string): string => {
  if (path.startsWith('/_processor')) {
    return `There is no control at ${method} ${path}. GET / lists the controls.`;
  }
  const [, version, part = ''] = path.split('/');
  if (version === 'v1' && notSimulated.has(part)) {
    return `This simulator does not simulate the endpoint: ${method} ${path}`;
  }
  return `Unrecognized request URL (${method}: ${path}).${/\/(?:\/|$)/.test(path) ? emptyPart : ''} Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
};

/** The response for an unknown path. A path with an empty part comes from a missing id. */
export const unknownUrl = ({ method, path }: HttpRequest): HttpResponse =>
  wireError({
    status: 404,
    error: { type: 'invalid_request_error', message: unrecognizedText(method, redact(path)) },
  });

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
};

/** The endpoints of the server. */
type Endpoints = {
  /** Whose paths match as they are. Like the processor's URLs: a trailing slash and upper case letters make another URL. */
  readonly exact: ReadonlyArray<Endpoint>;
  readonly others: ReadonlyArray<Endpoint>;
};

const noType = { 'cache-control': undefined, 'content-type': undefined };

/** Makes the server's handler of requests. What an endpoint throws is logged and answered with Stripe's 500. */
export const createFakeApp = (
  endpoints: Endpoints,
  { logger, requestId }: Options,
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

  return (request) => {
    const number = count;
    count += 1;
    const isApi = request.path.startsWith('/v1/');
    const response = (isApi ? preflightResponse(request) : null) ?? respond(request);
    return response instanceof Promise
      ? response.then((made) => complete(request, isApi, number, made))
      : complete(request, isApi, number, response);
  };
};
