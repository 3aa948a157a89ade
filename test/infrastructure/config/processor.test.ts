import { expect } from 'chai';
import { describeProcessor } from '../../../src/infrastructure/config/processor.js';

const stripe = (mode: string, baseUrl?: string) =>
  ({
    kind: 'stripe',
    secretKey: ['sk', mode, '0123456789'].join('_'),
    baseUrl,
    apiVersion: '2026-08-26.dahlia',
    cards: 'sources',
    timeoutMs: 30_000,
    totalTimeoutMs: 20_000,
    maxRetries: 2,
    maxCalls: 120,
    maxWaitingCalls: 256,
    breakerFailures: 10,
    breakerFailuresInRow: 3,
    breakerPauseMs: 5000,
  }) as const;

describe('the processor in the start-up line', () => {
  for (const [processor, text] of [
    [{ kind: 'memory', seed: 'a seed' }, 'memory'],
    [stripe('test'), 'stripe (test key)'],
    [stripe('live'), 'stripe (live key)'],
    [stripe('test', 'http://127.0.0.1:12111'), 'stripe (test key) at http://127.0.0.1:12111'],
  ] as const) {
    it(`is "${text}"`, () => {
      expect(describeProcessor(processor)).to.equal(text);
    });
  }
});
