import { expect } from 'chai';
import { createDice } from '../../../src/torture/plan/dice.js';

describe('dice', () => {
  it('fall alike with the same seed', () => {
    const thrown = (seed: number) => {
      const { below, one, shuffled } = createDice(seed);
      return [below(1000), one([1, 2, 3]), ...shuffled([4, 5, 6, 7])];
    };
    expect(thrown(7)).to.deep.equal(thrown(7));
    expect(thrown(7)).not.to.deep.equal(thrown(8));
  });

  it('cannot choose from nothing', () => {
    expect(() => createDice(1).one([])).to.throw('nothing to choose from');
  });
});
