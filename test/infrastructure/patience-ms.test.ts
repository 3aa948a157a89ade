import { expect } from 'chai';
import { patienceMs } from '../../src/infrastructure/patience-ms.js';

describe('how long a service that ends waits for requests in progress', () => {
  it('is ten seconds with the in-memory processor', () => {
    expect(patienceMs({ kind: 'memory', seed: undefined })).to.equal(10_000);
  });

  it('is ten seconds more than all attempts of a call may take with Stripe', () => {
    const stripe = {
      kind: 'stripe',
      secretKey: ['sk', 'test', 'patience'].join('_'),
      baseUrl: undefined,
      apiVersion: '2026-08-26.dahlia',
      cards: 'sources',
    } as const;
    expect(patienceMs({ ...stripe, timeoutMs: 30_000, maxRetries: 2 })).to.equal(100_000);
    expect(patienceMs({ ...stripe, timeoutMs: 500, maxRetries: 0 })).to.equal(10_500);
  });
});
