import type { Agent } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import { Stripe } from 'stripe';
import { packageVersion } from '../package-version.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The type of the error that stands for an answer which is not Stripe's. Stripe itself has no such type. */
export const foreignAnswer = 'not_from_stripe';

// Every type that an error of Stripe's has, or had once.
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

// Errors of version 2 of the API need no type: the request's id tells that they are Stripe's.
const isErrorOfStripe = (body: object, headers: Stripe.HttpClientResponse['getHeaders']): boolean =>
  'error' in body &&
  isObject(body.error) &&
  (('type' in body.error && errorTypes.has(body.error.type)) ||
    String(headers()['request-id']).startsWith('req_'));

const isObjectOfStripe = (body: object): boolean =>
  !('error' in body) && 'object' in body && typeof body.object === 'string';

// Proxies and gateways answer too, with pages and JSON of their own. The SDK takes some of those for a success or for a
// decision of Stripe's, and never settles on others.
const asStripeBody = (response: Stripe.HttpClientResponse, body: unknown): object => {
  const status = response.getStatusCode();
  const isStripes =
    isObject(body) &&
    (status >= 400
      ? isErrorOfStripe(body, () => response.getHeaders())
      : status >= 200 && status < 300 && isObjectOfStripe(body));
  if (isStripes) return body;
  const message = `The answer (HTTP ${status}) does not come from Stripe`;
  return { error: { type: foreignAnswer, message } };
};

const giveUpOn = (response: Stripe.HttpClientResponse): void => {
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
    const timer = setTimeout(() => giveUpOn(response), end - performance.now());
    const body = response.toJSON();
    return body
      .then(
        (value: unknown) => asStripeBody(response, value),
        (error: unknown) => (error instanceof SyntaxError ? asStripeBody(response, null) : body),
      )
      .finally(() => clearTimeout(timer));
  },
});

const before = <A>(work: Promise<A>, end: number): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(Stripe.HttpClient.makeTimeoutError()),
      end - performance.now(),
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/**
 * The SDK's client over Node's, which sends once, and whose answers are Stripe's or errors, whole within the time-out. The
 * SDK's own is one of silence: a byte now and then would hold a caller for ever.
 */
const createHttpClient = (agent: Agent, timeoutMs: number): Stripe.HttpClient => {
  const client = Stripe.createNodeHttpClient(agent);
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) => {
      // The last part is the time-out of this request.
      const end = performance.now() + Math.min(timeoutMs, request[7]);
      return before(client.makeRequest(...request), end).then(
        (response) => withStripeBody(response, end),
        (cause: unknown) =>
          // Without the `code` of its cause, by which the SDK would send some requests a second time.
          Promise.reject(new Error('The request met no answer', { cause })),
      );
    },
  };
};

type Address = {
  readonly secretKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
};

/** The SDK, which sends each request once: retries are ours. */
export const createStripeClient = ({ secretKey, baseUrl, timeoutMs }: Address): Stripe => {
  const { protocol, hostname, port } = new URL(baseUrl);
  const plain = protocol === 'http:';
  const [{ Agent }, defaultPort] = plain ? [http, '80'] : [https, '443'];
  return new Stripe(secretKey, {
    protocol: plain ? 'http' : 'https',
    // As sockets want it: an IPv6 address without the brackets of a URL.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : port,
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    // The agent's own time-out holds while it still connects; the SDK's begins after that.
    httpClient: createHttpClient(new Agent({ keepAlive: true, timeout: timeoutMs }), timeoutMs),
    appInfo: { name: 'pasarela', version: packageVersion },
    telemetry: false,
  });
};
