import { Stripe } from 'stripe';

/** The official SDK, pointed at a server on this machine. */
export const sdkAt = (
  url: string,
  apiKey: string,
  options: Pick<Stripe.StripeConfig, 'httpClient' | 'maxNetworkRetries' | 'stripeAccount'> = {},
): Stripe => {
  const { hostname, port } = new URL(url);
  return new Stripe(apiKey, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    ...options,
  });
};
