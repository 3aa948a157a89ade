import type { Agent } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import { Stripe } from 'stripe';
import { isObject } from '../../../domain/json.js';
import { packageVersion } from '../package-version.js';

/** The error type of responses that a proxy or gateway sent instead of Stripe. Stripe itself does not use it. */
export const foreignAnswer = 'not_from_stripe';

// Every error type that Stripe uses or has used.
const errorTypes = new Set<unknown>([
  'api_connection_error',
  'api_error',
  'authentication_error',
  'card_error',
  'idempotency_error',
  'invalid_request_error',
  'rate_limit_error',
  'validation_error',
]);

// Errors of version 2 of the API may have no type: a request id shows that Stripe sent them.
const isStripeError = (body: object, response: Stripe.HttpClientResponse): boolean =>
  'error' in body &&
  isObject(body.error) &&
  (('type' in body.error && errorTypes.has(body.error.type)) ||
    String(response.getHeaders()['request-id']).startsWith('req_'));

const isStripeObject = (body: object): boolean =>
  !('error' in body) && 'object' in body && typeof body.object === 'string';

// Proxies and gateways send their own pages and JSON. The SDK would treat some of these as responses of Stripe, and would wait
// forever on others.
const asStripeBody = (response: Stripe.HttpClientResponse, body: unknown): object => {
  const status = response.getStatusCode();
  const isFromStripe =
    isObject(body) &&
    (status >= 400
      ? isStripeError(body, response)
      : status >= 200 && status < 300 && isStripeObject(body));
  if (isFromStripe) return body;
  const message = `The response (HTTP ${status}) does not come from Stripe`;
  return { error: { type: foreignAnswer, message } };
};

const abortResponse = (response: Stripe.HttpClientResponse): void => {
  const raw = response.getRawResponse();
  if (raw instanceof Readable) raw.destroy(Stripe.HttpClient.makeTimeoutError());
};

const withStripeBody = (
  response: Stripe.HttpClientResponse,
  end: number,
): Stripe.HttpClientResponse => ({
  getStatusCode: () => response.getStatusCode(),
  getHeaders: () => response.getHeaders(),
  getRawResponse: () => response.getRawResponse(),
  toStream: (done) => response.toStream(done),
  toJSON: () => {
    const timer = setTimeout(() => abortResponse(response), end - performance.now());
    const body = response.toJSON();
    return body
      .then(
        (value: unknown) => asStripeBody(response, value),
        (error: unknown) => (error instanceof SyntaxError ? asStripeBody(response, null) : body),
      )
      .finally(() => clearTimeout(timer));
  },
});

const settledBefore = <A>(work: Promise<A>, end: number): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(Stripe.HttpClient.makeTimeoutError()),
      end - performance.now(),
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/**
 * The SDK's HTTP client, which here sends each request once and times out unless the whole response has come in time. The
 * SDK's own time-out only counts silence: a slow trickle of bytes would keep a caller waiting forever.
 */
const createHttpClient = (agent: Agent, timeoutMs: number): Stripe.HttpClient => {
  const client = Stripe.createNodeHttpClient(agent);
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) => {
      // The eighth argument is the time-out of this request.
      const end = performance.now() + Math.min(timeoutMs, request[7]);
      return settledBefore(client.makeRequest(...request), end).then(
        (response) => withStripeBody(response, end),
        (cause: unknown) =>
          // The SDK would send the request again for some values of `cause.code`.
          Promise.reject(new Error('no response received', { cause })),
      );
    },
  };
};

type Address = {
  readonly secretKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
};

/** The SDK for an account. It sends each request once: `caller.ts` retries. */
export const createStripeClient = ({ secretKey, baseUrl, timeoutMs }: Address): Stripe => {
  const { protocol, hostname, port } = new URL(baseUrl);
  const plain = protocol === 'http:';
  const [{ Agent }, defaultPort] = plain ? [http, '80'] : [https, '443'];
  return new Stripe(secretKey, {
    protocol: plain ? 'http' : 'https',
    // Sockets take IPv6 addresses without the brackets of a URL.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : port,
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    // The agent's time-out covers connecting; the SDK's begins after that.
    httpClient: createHttpClient(new Agent({ keepAlive: true, timeout: timeoutMs }), timeoutMs),
    appInfo: { name: 'pasarela', version: packageVersion },
    telemetry: false,
  });
};
