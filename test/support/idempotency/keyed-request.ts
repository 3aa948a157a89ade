import type { KeyedRequest } from '../../../src/application/ports/idempotency-store.js';

/** A request with a key, as a store is asked for it: what matters is given, the rest is the same each time. */
export const keyedRequest = (given: Partial<KeyedRequest> = {}): KeyedRequest => ({
  scopes: ['shop'],
  key: 'order 42',
  fingerprints: [{ secret: 's1', value: 'a fingerprint' }],
  firstSent: { operation: 'createPaymentIntent', derivedKey: 'a derived key', settings: '{}' },
  owner: 'owner',
  now: 1,
  leaseUntil: 9,
  forgetAnsweredBefore: 0,
  ...given,
});

/** An answer, as a store keeps it. */
export const keptAnswer = (text: string, at = 1) => ({
  text,
  fingerprint: { secret: 's1', value: 'a fingerprint' },
  at,
});
