import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  addToList,
  createSequenceList,
  forkList,
  isEmptyList,
  listDown,
  listUp,
  removeFromList,
  type SequenceList,
} from '../../../../src/simulator/engine/store/sequence-list.js';
import { seed } from '../../../support/inputs/seed.js';

type Change = { readonly from: number; readonly count: number; readonly step: number };

// Runs of numbers, some far longer than a page, in both directions, with gaps, and again over earlier ones.
const changes = fc.array(
  fc.record({
    from: fc.nat({ max: 3000 }),
    count: fc.nat({ max: 1500 }),
    step: fc.constantFrom(1, 1, -1, 2, 7),
    removes: fc.boolean(),
  }),
  { maxLength: 12 },
);

const numbersOf = ({ from, count, step }: Change): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => from + index * step).filter((number) => number >= 0);

const apply = (
  list: SequenceList,
  model: Set<number>,
  all: ReadonlyArray<Change & { readonly removes: boolean }>,
): void => {
  for (const { removes, ...change } of all) {
    for (const number of numbersOf(change)) {
      if (removes) removeFromList(list, number);
      else addToList(list, number);
      if (removes) model.delete(number);
      else model.add(number);
    }
  }
};

const expectSame = (list: SequenceList, model: ReadonlySet<number>, at: number): void => {
  const expected = [...model].toSorted((one, other) => one - other);
  expect(isEmptyList(list)).to.equal(expected.length === 0);
  expect([...listUp(list, -1)]).to.deep.equal(expected);
  expect([...listDown(list, undefined)]).to.deep.equal(expected.toReversed());
  expect([...listUp(list, at)]).to.deep.equal(expected.filter((number) => number > at));
  expect([...listDown(list, at)]).to.deep.equal(
    expected.filter((number) => number < at).toReversed(),
  );
};

describe('a list of sequence numbers', () => {
  it('holds what was added and not removed, in order, and its forks change apart', () => {
    fc.assert(
      fc.property(changes, changes, changes, fc.nat({ max: 4000 }), (before, one, other, at) => {
        const list = createSequenceList([5]);
        const model = new Set([5]);
        apply(list, model, before);
        expectSame(list, model, at);
        const forks = [one, other].map((all) => {
          const fork = forkList(list);
          const own = new Set(model);
          apply(fork, own, all);
          return [fork, own] as const;
        });
        for (const [fork, own] of forks) expectSame(fork, own, at);
        expectSame(list, model, at);
      }),
      { seed, numRuns: 30 },
    );
  });

  it('keeps its pages short, in whatever order it is filled', () => {
    const upwards = createSequenceList([0]);
    const downwards = createSequenceList([2000]);
    for (let number = 1; number < 2000; number += 1) {
      addToList(upwards, number);
      addToList(downwards, 2000 - number);
    }
    const lengths = [...upwards.pages, ...downwards.pages].map(({ length }) => length);
    expect(Math.max(...lengths)).to.equal(512);
    expect(upwards.pages).to.have.length(4);
  });
});
