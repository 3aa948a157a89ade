import { expect } from 'chai';
import * as fc from 'fast-check';
import { pauseAfter, retryPauses } from '../../../src/simulator/webhooks/retry-pauses.js';
import { seed } from '../../support/inputs/seed.js';

const day = 24 * 60 * 60;

describe('the pauses between attempts', () => {
  it('grow, except for the last, and are about three days in all', () => {
    const growing = retryPauses.slice(0, -1);
    expect(growing.toSorted((a, b) => a - b)).to.deep.equal(growing);
    const all = retryPauses.reduce((sum, pause) => sum + pause, 0);
    expect(all).to.be.within(2.5 * day, 3 * day);
    expect(retryPauses[0]).to.be.at.most(10);
  });

  it('are at most a fifth shorter than in the table, and never longer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: retryPauses.length }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, random) => {
          const pause = pauseAfter(attempt, retryPauses, random) ?? 0;
          const most = retryPauses[attempt - 1] ?? 0;
          expect(pause).to.be.within(most * 0.8 - 1e-6, most);
        },
      ),
      { seed },
    );
  });

  it('end with the table', () => {
    expect(pauseAfter(3, [1, 2], 0)).to.equal(null);
    expect(pauseAfter(1, [], 0)).to.equal(null);
  });
});
