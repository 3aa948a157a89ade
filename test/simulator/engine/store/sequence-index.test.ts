import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  createSequenceIndex,
  type SequenceIndex,
} from '../../../../src/simulator/engine/store/sequence-index.js';
import { seed } from '../../../support/inputs/seed.js';

type Change = { readonly from: number; readonly count: number; readonly step: number };

// Single numbers, and long runs of them in both directions, with gaps, and again over earlier ones.
const changes = fc.array(
  fc.record({
    group: fc.constantFrom('a', 'b'),
    from: fc.nat({ max: 3000 }),
    count: fc.oneof(fc.constant(1), fc.nat({ max: 1500 })),
    step: fc.constantFrom(1, 1, -1, 2, 7),
    removes: fc.boolean(),
  }),
  { maxLength: 12 },
);

const numbersOf = ({ from, count, step }: Change): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => from + index * step).filter((number) => number >= 0);

type Model = { readonly a: Set<number>; readonly b: Set<number> };

const apply = (
  index: SequenceIndex,
  model: Model,
  all: ReadonlyArray<Change & { readonly group: keyof Model; readonly removes: boolean }>,
): void => {
  for (const { group, removes, ...change } of all) {
    for (const number of numbersOf(change)) {
      if (removes) index.remove(group, number);
      else index.add(group, number);
      if (removes) model[group].delete(number);
      else model[group].add(number);
    }
  }
};

const expectSame = (index: SequenceIndex, model: Model, at: number): void => {
  for (const group of ['a', 'b'] as const) {
    const expected = [...model[group]].toSorted((one, other) => one - other);
    expect([...index.up(group, -1)]).to.deep.equal(expected);
    expect([...index.down(group, undefined)]).to.deep.equal(expected.toReversed());
    expect([...index.up(group, at)]).to.deep.equal(expected.filter((number) => number > at));
    expect([...index.down(group, at)]).to.deep.equal(
      expected.filter((number) => number < at).toReversed(),
    );
  }
};

describe('an index of sequence numbers', () => {
  it('holds in each group what was added and not removed, in order, and its forks change apart', () => {
    fc.assert(
      fc.property(changes, changes, changes, fc.nat({ max: 4000 }), (before, one, other, at) => {
        const index = createSequenceIndex();
        const model = { a: new Set<number>(), b: new Set<number>() };
        apply(index, model, before);
        expectSame(index, model, at);
        const forks = [one, other].map((all) => {
          const fork = index.fork();
          const own = { a: new Set(model.a), b: new Set(model.b) };
          apply(fork, own, all);
          return [fork, own] as const;
        });
        for (const [fork, own] of forks) expectSame(fork, own, at);
        expectSame(index, model, at);
      }),
      { seed, numRuns: 30 },
    );
  });

  it('has no members of other groups', () => {
    const index = createSequenceIndex();
    index.add('a', 1);
    index.remove('b', 1);
    expect([...index.up('b', -1), ...index.down('b', undefined)]).to.deep.equal([]);
    expect([...index.up('a', -1)]).to.deep.equal([1]);
  });
});
