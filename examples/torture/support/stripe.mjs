import { Stripe } from 'stripe';

const { STRIPE_URL, STRIPE_KEY } = process.env;
const { hostname: host, port } = new URL(STRIPE_URL);

export const webhookSecret = process.env.WEBHOOK_SECRET;

/** Where a bank sends the customer back to after 3D Secure. */
export const return_url = 'https://shop.example/back';

/** Stripe's SDK. A shop gives up on a call after a second, and does not call again by itself. */
export const connectStripe = (options = {}) =>
  new Stripe(STRIPE_KEY, {
    protocol: 'http',
    host,
    port,
    timeout: 1000,
    maxNetworkRetries: 0,
    ...options,
  });
