import { expect } from 'chai';
import * as fc from 'fast-check';
import { retryPauseMs } from '../../../../src/adapters/outbound/stripe/retry-policy.js';
import { seed } from '../../../support/inputs/seed.js';

describe('the pause before a retry', () => {
  it('doubles from half a second to five seconds when chance does not shorten it', () => {
    const delays = [1, 2, 3, 4, 5, 6, 10].map((retry) => retryPauseMs(500, retry, 1));
    expect(delays).to.deep.equal([500, 1000, 2000, 4000, 5000, 5000, 5000]);
  });

  it('is at least the base, at most ten times the base, and grows', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60_000 }),
        fc.integer({ min: 1, max: 100 }),
        chance,
        (base, retry, luck) => {
          const delay = retryPauseMs(base, retry, luck);
          expect(delay)
            .to.be.at.least(base)
            .and.at.most(base * 10);
          expect(retryPauseMs(base, retry + 1, luck)).to.be.at.least(delay);
        },
      ),
      { seed },
    );
  });
});
