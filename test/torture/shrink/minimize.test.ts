import { expect } from 'chai';
import * as fc from 'fast-check';
import { minimize } from '../../../src/torture/shrink/minimize.js';
import { seed } from '../../support/inputs/seed.js';

const range = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('delta debugging', () => {
  it('finds one item of a hundred within 15 tries', async () => {
    let tries = 0;
    const smallest = await minimize(range(100), async (items) => {
      tries += 1;
      return items.includes(73);
    });
    expect(smallest).to.deep.equal([73]);
    expect(tries).to.be.at.most(15);
  });

  it('finds the empty list where nothing is needed', async () => {
    expect(await minimize(range(5), async () => true)).to.deep.equal([]);
  });

  it('returns all items where each is needed, and tries no list twice', async () => {
    const tried: Array<string> = [];
    const smallest = await minimize(range(5), async (items) => {
      tried.push(items.join());
      return items.length === 5;
    });
    expect(smallest).to.deep.equal(range(5));
    expect(new Set(tried).size).to.equal(tried.length);
  });

  it('leaves a list that fails and of which no item can be left out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 24 }),
        fc.array(fc.uniqueArray(fc.nat(23), { minLength: 1, maxLength: 4 }), {
          minLength: 1,
          maxLength: 3,
        }),
        async (count, causes) => {
          const fails = (items: ReadonlyArray<number>) =>
            causes.some((cause) => cause.every((item) => items.includes(item % count)));
          const smallest = await minimize(range(count), async (items) => fails(items));
          expect(fails(smallest)).to.equal(true);
          for (const item of smallest) {
            expect(fails(smallest.filter((other) => other !== item))).to.equal(false);
          }
        },
      ),
      { seed, numRuns: 200 },
    );
  });
});
