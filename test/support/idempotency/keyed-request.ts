import type { KeyedRequest } from '../../../src/application/ports/idempotency-store.js';

/** A request with a key, as a store receives it. Fields that a test does not pass have defaults. */
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

/** A response, as a store keeps it. */
export const keptAnswer = (text: string, at = 1) => ({
  text,
  fingerprint: { secret: 's1', value: 'a fingerprint' },
  at,
});
