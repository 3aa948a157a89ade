import { randomUUID } from 'node:crypto';
import { createIdempotencyCipher } from '../../src/adapters/outbound/create-idempotency-cipher.js';
import type { OnceDependencies } from '../../src/application/idempotency/do-once.js';

/** What `doOnce` takes beside store, clock and lease: no time passes, no lease is prolonged, and nobody is told. */
export const quietOnce: Omit<OnceDependencies, 'store' | 'clock' | 'leaseSeconds'> = {
  cipher: createIdempotencyCipher('a secret'),
  wait: () => async () => {},
  every: () => () => () => {},
  report: () => () => {},
  newOwner: randomUUID,
  waitMs: 0,
};
