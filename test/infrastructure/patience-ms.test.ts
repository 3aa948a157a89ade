import { expect } from 'chai';
import { patienceMs } from '../../src/infrastructure/patience-ms.js';

describe('how long a service that ends waits for requests in progress', () => {
  it('is ten seconds with the in-memory processor', () => {
    expect(patienceMs({ kind: 'memory', seed: undefined })).to.equal(10_000);
  });

  it('is ten seconds more than all attempts, pauses and look-ups of a call may take with Stripe', () => {
    const stripe = {
      kind: 'stripe',
      secretKey: ['sk', 'test', 'patience'].join('_'),
      baseUrl: undefined,
      apiVersion: '2026-08-26.dahlia',
      cards: 'sources',
    } as const;
    // Three attempts, pauses of 0.5 and 1 second, and half the time-out of an attempt.
    const usual = 10_000 + 90_000 + 1_500 + 15_000;
    expect(patienceMs({ ...stripe, timeoutMs: 30_000, maxRetries: 2 })).to.equal(usual);
    expect(patienceMs({ ...stripe, timeoutMs: 500, maxRetries: 0 })).to.equal(10_750);
    // Pauses grow up to ten times the first one: 0.5, 1, 2, 4, 5 and 5 seconds.
    const long = 10_000 + 700 + 17_500 + 50;
    expect(patienceMs({ ...stripe, timeoutMs: 100, maxRetries: 6 })).to.equal(long);
  });
});
