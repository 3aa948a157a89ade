import { startFakeServer } from '../../../src/fake-server/start-fake-server.js';
import type { Environment } from '../../../src/infrastructure/config/environment.js';

/** A processor for one service, and where it is told what customers, banks and network do (`/_processor/...`). */
type OpenProcessor = {
  /** What makes the service run on it. */
  readonly env: Environment;
  /** Absent: the service itself serves the controls. */
  readonly controlledAt?: { readonly address: string; readonly apiKey: string };
  readonly close: () => Promise<void>;
};

/** A way to run the service in tests. */
type SetUp = {
  readonly name: string;
  readonly open: () => Promise<OpenProcessor>;
};

/** The service on the in-memory processor. */
export const inMemory: SetUp = {
  name: 'in memory',
  open: async () => ({
    env: { PROCESSOR: 'memory', MEMORY_SEED: 'tests' },
    close: async () => undefined,
  }),
};

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
