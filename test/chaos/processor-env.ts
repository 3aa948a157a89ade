import type { FakeServer } from '../../src/fake-server/start-fake-server.js';

/** What makes a service run on this processor, and take over soon what a killed one has left. */
export const processorEnv = ({ url, apiKey }: Pick<FakeServer, 'url' | 'apiKey'>) => ({
  PROCESSOR: 'stripe',
  STRIPE_SECRET_KEY: apiKey,
  STRIPE_BASE_URL: url,
  // So that who asked hears of a lost answer, and has to ask again.
  STRIPE_MAX_RETRIES: '0',
  IDEMPOTENCY_LEASE_SECONDS: '1',
  LOG_LEVEL: 'warn',
});
