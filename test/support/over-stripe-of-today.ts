import { startFakeServer } from '../../src/fake-server/start-fake-server.js';
import type { SetUp } from './set-up.js';

/** The service on the adapter of Stripe with an account of today: it takes no card tokens as sources. */
export const overStripeOfToday: SetUp = {
  name: 'over Stripe, an account of today',
  open: async () => {
    const { url, apiKey, close } = await startFakeServer({ seed: 'today', cardTokens: false });
    return {
      env: { PROCESSOR: 'stripe', STRIPE_SECRET_KEY: apiKey, STRIPE_BASE_URL: url },
      controlledAt: { address: url, apiKey },
      close,
    };
  },
};
