import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { storeUnavailable } from '../../../../src/adapters/outbound/sql/database.js';
import { inGroups } from '../../../../src/adapters/outbound/sql/group-commit.js';
import type { StoreUnavailable } from '../../../../src/domain/payment-error.js';

type Outcome = E.Either<StoreUnavailable, (item: string) => string>;

/** Groups whose writing ends when the test says so. */
const groupsHeldBack = ({ refusal = false, groupsAtOnce = 1 } = {}) => {
  const begun: Array<{
    readonly items: ReadonlyArray<string>;
    readonly end: (outcome: Outcome) => void;
    readonly fail: (defect: Error) => void;
  }> = [];
  const put = inGroups<string, string>({
    write: (items) => () =>
      new Promise((end, fail) => {
        begun.push({ items, end, fail });
      }),
    isRefusal: () => refusal,
    lengthOf: ({ length }) => length,
    groupsAtOnce,
  });
  /** Ends the writing of a group, waits for everything that follows, and returns the groups begun so far. */
  const written = async (at = -1, outcome: Outcome = E.right((item) => `${item}!`)) => {
    if (at >= 0) begun[at]?.end(outcome);
    for (const _turn of [1, 2]) await new Promise(setImmediate);
    return begun.map(({ items }) => items);
  };
  return { put: (item: string) => put(item)(), begun, written };
};

const failure = storeUnavailable('no disk');
const lettersTo = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, n) => `${n}`);

describe('writing in groups', () => {
  it('writes items of one turn together, and those that come meanwhile after them', async () => {
    const { put, written } = groupsHeldBack();
    const outcomes = ['a', 'b'].map(put);
    expect(await written()).to.deep.equal([['a', 'b']]);
    outcomes.push(...['c', 'd'].map(put));
    expect(await written()).to.deep.equal([['a', 'b']]);
    expect(await written(0)).to.deep.equal([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    await written(1);
    outcomes.push(put('e'));
    expect((await written()).at(-1)).to.deep.equal(['e']);
    await written(2);
    expect(await Promise.all(outcomes)).to.deep.equal(['a!', 'b!', 'c!', 'd!', 'e!'].map(E.right));
  });

  it('begins at once after an item that was alone, and waits for the turn again after several', async () => {
    const { put, begun, written } = groupsHeldBack();
    void put('a');
    expect(begun).to.have.length(0);
    await written();
    await written(0);
    for (const item of ['b', 'c', 'd']) void put(item);
    expect(begun.at(-1)?.items).to.deep.equal(['b']);
    await written(1);
    expect((await written(2)).at(-1)).to.deep.equal(['c', 'd']);
    for (const item of ['e', 'f']) void put(item);
    expect(begun).to.have.length(3);
    expect((await written()).at(-1)).to.deep.equal(['e', 'f']);
  });

  it('answers each caller only after its group is written', async () => {
    const { put, written } = groupsHeldBack();
    const answered: Array<string> = [];
    const answer = (item: string) => put(item).then(() => answered.push(item));
    void answer('a');
    await written();
    for (const item of ['b', 'c']) void answer(item);
    await written(0);
    expect(answered).to.deep.equal(['a']);
    await written(1);
    expect(answered).to.deep.equal(['a', 'b', 'c']);
  });

  it('writes at most 64 items in a group, and a million characters', async () => {
    const { put, written } = groupsHeldBack();
    const long = 'x'.repeat(600_000);
    const items = [...lettersTo(100), long, long, long];
    for (const item of items) void put(item);
    await written();
    for (const at of [0, 1, 2]) await written(at);
    const groups = await written(3);
    expect(groups.map(({ length }) => length)).to.deep.equal([64, 37, 1, 1]);
    expect(groups.flat()).to.deep.equal(items);
  });

  it('writes the items of a refused group one by one', async () => {
    const { put, written } = groupsHeldBack({ refusal: true });
    const outcomes = ['a', 'b', 'c'].map(put);
    await written();
    expect(await written(0, E.left(failure))).to.deep.equal([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
    await written(1);
    await written(2, E.left(failure));
    await written(3);
    expect(await Promise.all(outcomes)).to.deep.equal([
      E.right('a!'),
      E.left(failure),
      E.right('c!'),
    ]);
  });

  it('tells every caller of a group that could not be written, and writes the next one', async () => {
    const { put, written } = groupsHeldBack();
    const outcomes = ['a', 'b'].map(put);
    await written();
    await written(0, E.left(failure));
    expect(await Promise.all(outcomes)).to.deep.equal([E.left(failure), E.left(failure)]);
    void put('c');
    expect((await written()).at(-1)).to.deep.equal(['c']);
  });

  it('does not make those who wait during an outage wait for a try of their own', async () => {
    const { put, written } = groupsHeldBack();
    const outcomes = lettersTo(200).map(put);
    await written();
    const later = put('later');
    expect((await written(0, E.left(failure))).map(({ length }) => length)).to.deep.equal([64, 1]);
    expect(await Promise.all(outcomes)).to.deep.equal(outcomes.map(() => E.left(failure)));
    await written(1);
    expect(await later).to.deep.equal(E.right('later!'));
  });

  it('gives nobody the failure of an item that the database refuses alone', async () => {
    const { put, written } = groupsHeldBack({ refusal: true });
    const [refused, ...others] = ['x'.repeat(600_000), 'y'.repeat(600_000), 'z'].map(put);
    await written();
    await written(0, E.left(failure));
    await written(1);
    expect(await refused).to.deep.equal(E.left(failure));
    expect((await Promise.all(others)).every(E.isRight)).to.equal(true);
  });

  it('rejects the callers of a group whose writing throws, and writes the next one', async () => {
    const { put, begun, written } = groupsHeldBack();
    const first = put('a');
    await written();
    const second = put('b');
    begun[0]?.fail(new Error('a defect'));
    const [rejected] = await Promise.allSettled([first]);
    expect(rejected).to.have.nested.property('reason.message', 'a defect');
    await written(1);
    expect(await second).to.deep.equal(E.right('b!'));
  });

  it('writes another group at the same time where the database can, while many items wait', async () => {
    const { put, written } = groupsHeldBack({ groupsAtOnce: 2 });
    void put('first');
    await written();
    for (const item of lettersTo(15)) void put(item);
    expect(await written()).to.have.length(1);
    void put('last');
    expect((await written()).map(({ length }) => length)).to.deep.equal([1, 16]);
  });
});
