import { expect } from 'chai';
import * as fc from 'fast-check';
import { decideOutcome } from '../../../src/application/events/decide-outcome.js';
import { retryDelay } from '../../../src/application/events/retry-delay.js';
import { seed } from '../../support/inputs/seed.js';

const ended = { errors: ['no room'], attempt: 1, maxTries: 12, now: 1000, random: 0.5 };

describe('decideOutcome', () => {
  it('is handled when no handler failed, in the last try too', () => {
    expect(decideOutcome({ ...ended, errors: [], attempt: 12 })).to.deep.equal({ _tag: 'Handled' });
  });

  it('names every failure, and waits for the next try', () => {
    expect(decideOutcome({ ...ended, errors: ['no room', 'no time'] })).to.deep.equal({
      _tag: 'Failed',
      error: 'no room; no time',
      nextAttemptAt: 1005,
    });
  });

  it('is dead after the last try, and not before', () => {
    const dead = { _tag: 'Failed', error: 'no room', nextAttemptAt: null };
    expect(decideOutcome({ ...ended, attempt: 12 })).to.deep.equal(dead);
    expect(decideOutcome({ ...ended, attempt: 13 })).to.deep.equal(dead);
    expect(decideOutcome({ ...ended, attempt: 11 })).not.to.deep.equal(dead);
    expect(decideOutcome({ ...ended, maxTries: 1 })).to.deep.equal(dead);
  });
});

describe('retryDelay', () => {
  const middle = (attempt: number): number => retryDelay(attempt, 0.5);

  it('grows from seconds to hours', () => {
    expect([1, 2, 3, 4, 11].map(middle)).to.deep.equal([5, 13, 32, 79, 47_684]);
  });

  it('spreads twelve tries over most of a day', () => {
    const all = Array.from({ length: 11 }, (_, n) => middle(n + 1)).reduce((a, b) => a + b);
    expect(all).to.be.within(20 * 3600, 24 * 3600);
  });

  it('is a day at the longest', () => {
    expect([13, 100, 1000].map((attempt) => middle(attempt))).to.deep.equal([
      86_400, 86_400, 86_400,
    ]);
  });

  it('is whole seconds, moved by no more than a quarter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, random) => {
          const delay = retryDelay(attempt, random);
          const exact = Math.min(5 * 2.5 ** (attempt - 1), 86_400);
          expect(delay).to.satisfy(Number.isInteger);
          expect(delay).to.be.within(exact * 0.75, exact * 1.25 + 1);
        },
      ),
      { seed },
    );
  });
});
