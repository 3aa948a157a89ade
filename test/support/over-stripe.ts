import { startFakeServer } from '../../src/fake-server/start-fake-server.js';
import type { SetUp } from './set-up.js';

/** The service on the adapter of Stripe, which talks HTTP to a server that speaks Stripe's protocol. */
export const overStripe: SetUp = {
  name: 'over Stripe',
  open: async () => {
    const { url, apiKey, close } = await startFakeServer({ seed: 'tests' });
    return {
      env: { PROCESSOR: 'stripe', STRIPE_SECRET_KEY: apiKey, STRIPE_BASE_URL: url },
      controlledAt: { address: url, apiKey },
      close,
    };
  },
};
