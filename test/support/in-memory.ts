import type { SetUp } from './set-up.js';

/** The service on the in-memory processor. */
export const inMemory: SetUp = {
  name: 'in memory',
  open: async () => ({
    env: { PROCESSOR: 'memory', MEMORY_SEED: 'tests' },
    close: async () => undefined,
  }),
};
