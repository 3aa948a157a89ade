import type { FakeServer } from '../../src/fake-server/start-fake-server.js';

/** What makes a service run on this processor, and take over soon what a killed one has left. */
export const processorEnv = ({ url, apiKey }: Pick<FakeServer, 'url' | 'apiKey'>) => ({
  PROCESSOR: 'stripe',
  STRIPE_SECRET_KEY: apiKey,
  STRIPE_BASE_URL: url,
  IDEMPOTENCY_LEASE_SECONDS: '1',
  LOG_LEVEL: 'warn',
});
