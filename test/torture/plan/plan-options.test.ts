import { expect } from 'chai';
import { checkedOptions } from '../../../src/application/checked-input.js';
import { PlanOptions } from '../../../src/torture/plan/plan-options.js';

describe('the amounts of a plan', () => {
  const plan = (amounts: unknown) => checkedOptions('torture', PlanOptions, { amounts });

  for (const amounts of [{ from: 100, to: 20_000 }, { from: 500, to: 500 }, [1999, 500]]) {
    it(`are ${JSON.stringify(amounts)}`, () => {
      expect(plan(amounts)).to.deep.equal({ amounts });
    });
  }

  for (const amounts of [
    { from: 0, to: 100 },
    { from: 100 },
    { from: 200, to: 100 },
    { from: 100, to: 200, step: 1 },
    { from: 1.5, to: 200 },
    [],
    [1999, '500'],
    1999,
  ]) {
    it(`are not ${JSON.stringify(amounts)}`, () => {
      expect(() => plan(amounts)).to.throw('amounts must be a range of minor units');
    });
  }
});
