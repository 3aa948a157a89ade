import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { typingMistakes } from '../../../src/domain/input/misspelt-names.js';

const anyNumber = Number.POSITIVE_INFINITY;

// Few letters, so that words share them and swaps meet other mistakes.
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });

describe('typingMistakes', () => {
  const cases: ReadonlyArray<readonly [string, string, number]> = [
    ['amount', 'amount', 0],
    ['amont', 'amount', 1],
    ['amoount', 'amount', 1],
    ['amaunt', 'amount', 1],
    ['amuont', 'amount', 1],
    ['ca', 'abc', 3],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
  ];
  for (const [one, other, mistakes] of cases) {
    it(`counts ${mistakes} between "${one}" and "${other}", in either direction`, () => {
      assert.equal(typingMistakes(one, other, anyNumber), mistakes);
      assert.equal(typingMistakes(other, one, anyNumber), mistakes);
    });
  }

  it('is infinite above the most that the caller allows, and exact up to it', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 9 }), (one, other, most) => {
        const mistakes = typingMistakes(one, other, anyNumber);
        assert.equal(typingMistakes(one, other, most), mistakes <= most ? mistakes : anyNumber);
      }),
      { seed: 20, numRuns: 500 },
    );
  });
});
