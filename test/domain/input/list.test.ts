import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { pageLimit } from '../../../src/domain/input/list.js';
import { seed } from '../../support/inputs/seed.js';

const limit = pageLimit(20);

describe('pageLimit (decision P9)', () => {
  it('accepts 1 to 100 unchanged, as a string and as a number', () => {
    for (let items = 1; items <= 100; items += 1) {
      expect(limit.refine(String(items))).to.deep.equal(E.right(items));
      expect(limit.refine(items)).to.deep.equal(E.right(items));
    }
  });

  const table: ReadonlyArray<readonly [unknown, number]> = [
    ['101', 100],
    ['1000000', 100],
    ['9'.repeat(400), 100],
    [101, 100],
    [Number.MAX_VALUE, 100],
    ['1.9', 1],
    ['99.999', 99],
    ['100.5', 100],
    [7.5, 7],
    ['0.9', 20],
    ['0', 20],
    [0, 20],
    ['-1', 20],
    [-1, 20],
    ['', 20],
    [' ', 20],
    [' 5', 20],
    ['+5', 20],
    ['5.', 20],
    ['.5', 20],
    ['1e1', 20],
    ['0x10', 20],
    ['1,5', 20],
    ['ten', 20],
    ['5; DROP', 20],
    ['٥', 20],
    [Number.NaN, 20],
    [null, 20],
    [true, 20],
    [['5', '6'], 20],
    [['5'], 20],
    [{}, 20],
  ];
  for (const [given, items] of table) {
    it(`decodes ${JSON.stringify(given).slice(0, 20)} to ${items}`, () => {
      expect(limit.refine(given)).to.deep.equal(E.right(items));
    });
  }

  it('falls back to the limit of its list', () => {
    expect(pageLimit(10).refine('many')).to.deep.equal(E.right(10));
  });

  it('decodes any value to 1 to 100', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        const refined = limit.refine(given);
        expect(E.isRight(refined) && limit.is(refined.right)).to.equal(true);
      }),
      { seed, numRuns: 2_000 },
    );
  });
});
