import type { Agent } from 'node:http';
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

const withStripeBody = (response: Stripe.HttpClientResponse): Stripe.HttpClientResponse => ({
  getStatusCode: () => response.getStatusCode(),
  getHeaders: () => response.getHeaders(),
  getRawResponse: () => response.getRawResponse(),
  toStream: (done) => response.toStream(done),
  toJSON: () => {
    const body = response.toJSON();
    return body.then(
      (value: unknown) => asStripeBody(response.getStatusCode(), value),
      (error: unknown) =>
        error instanceof SyntaxError ? asStripeBody(response.getStatusCode(), null) : body,
    );
  },
});

/** The SDK's client over Node's, which sends once, and whose answers are Stripe's or errors. */
export const createHttpClient = (agent: Agent): Stripe.HttpClient => {
  const client = Stripe.createNodeHttpClient(agent);
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) =>
      client.makeRequest(...request).then(withStripeBody, (cause: unknown) =>
        // Without the `code` of its cause, by which the SDK would send some requests a second time.
        Promise.reject(new Error('The request met no answer', { cause })),
      ),
  };
};
