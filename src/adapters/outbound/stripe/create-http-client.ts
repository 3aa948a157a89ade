import type { Agent } from 'node:http';
import { Readable } from 'node:stream';
import { Stripe } from 'stripe';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

// Proxies and gateways answer too, with pages of their own. The SDK takes some of those for a success, and never
// settles on others.
const asStripeBody = (status: number, body: unknown): object =>
  isObject(body) && (status >= 400 ? 'error' in body && isObject(body.error) : !('error' in body))
    ? body
    : {
        error: {
          type: 'api_error',
          message: `The answer (HTTP ${status}) does not come from Stripe`,
        },
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
        (value: unknown) => asStripeBody(response.getStatusCode(), value),
        (error: unknown) =>
          error instanceof SyntaxError ? asStripeBody(response.getStatusCode(), null) : body,
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
export const createHttpClient = (agent: Agent, timeoutMs: number): Stripe.HttpClient => {
  const client = Stripe.createNodeHttpClient(agent);
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) => {
      const end = performance.now() + timeoutMs;
      return before(client.makeRequest(...request), end).then(
        (response) => withStripeBody(response, end),
        (cause: unknown) =>
          // Without the `code` of its cause, by which the SDK would send some requests a second time.
          Promise.reject(new Error('The request met no answer', { cause })),
      );
    },
  };
};
