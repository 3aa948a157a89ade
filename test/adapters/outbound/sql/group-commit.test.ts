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
  const written = async (at: number, outcome: Outcome = E.right((item) => `${item}!`)) => {
    begun[at]?.end(outcome);
    // Everything that follows from it.
    await new Promise(setImmediate);
    return begun.map(({ items }) => items);
  };
  return { put: (item: string) => put(item)(), begun, written };
};

const failure = storeUnavailable('no disk');
const lettersTo = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, n) => `${n}`);

describe('writing in groups', () => {
  it('writes the first item at once, and those that come meanwhile together', async () => {
    const { put, begun, written } = groupsHeldBack();
    const outcomes = ['a', 'b', 'c'].map(put);
    expect(begun.map(({ items }) => items)).to.deep.equal([['a']]);
    expect(await written(0)).to.deep.equal([['a'], ['b', 'c']]);
    await written(1);
    outcomes.push(put('d'));
    expect(await written(2)).to.deep.equal([['a'], ['b', 'c'], ['d']]);
    expect(await Promise.all(outcomes)).to.deep.equal(['a!', 'b!', 'c!', 'd!'].map(E.right));
  });

  it('answers each caller only after its group is written', async () => {
    const { put, written } = groupsHeldBack();
    const answered: Array<string> = [];
    for (const item of ['a', 'b', 'c']) void put(item).then(() => answered.push(item));
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
    for (const at of [0, 1, 2, 3]) await written(at);
    const groups = await written(4);
    expect(groups.map(({ length }) => length)).to.deep.equal([1, 64, 36, 1, 1]);
    expect(groups.flat()).to.deep.equal(items);
  });

  it('writes the items of a refused group one by one', async () => {
    const { put, written } = groupsHeldBack({ refusal: true });
    const outcomes = ['a', 'b', 'c', 'd'].map(put);
    await written(0);
    expect((await written(1, E.left(failure))).slice(1)).to.deep.equal([
      ['b', 'c', 'd'],
      ['b'],
      ['c'],
      ['d'],
    ]);
    await written(2);
    await written(3, E.left(failure));
    await written(4);
    expect(await Promise.all(outcomes)).to.deep.equal([
      E.right('a!'),
      E.right('b!'),
      E.left(failure),
      E.right('d!'),
    ]);
  });

  it('tells every caller of a group that could not be written, and writes the next one', async () => {
    const { put, begun, written } = groupsHeldBack();
    const outcomes = ['a', 'b', 'c'].map(put);
    await written(0);
    await written(1, E.left(failure));
    expect(await Promise.all(outcomes)).to.deep.equal([
      E.right('a!'),
      E.left(failure),
      E.left(failure),
    ]);
    void put('d');
    expect(begun.at(-1)?.items).to.deep.equal(['d']);
  });

  it('rejects the callers of a group whose writing throws, and writes the next one', async () => {
    const { put, begun } = groupsHeldBack();
    const outcomes = ['a', 'b'].map(put);
    begun[0]?.fail(new Error('a defect'));
    const [first] = await Promise.allSettled(outcomes.slice(0, 1));
    expect(first).to.have.nested.property('reason.message', 'a defect');
    begun[1]?.end(E.right((item) => item));
    expect(await outcomes[1]).to.deep.equal(E.right('b'));
  });

  it('writes another group at the same time where the database can, while many items wait', async () => {
    const { put, begun } = groupsHeldBack({ groupsAtOnce: 2 });
    for (const item of lettersTo(16)) void put(item);
    expect(begun).to.have.length(1);
    for (const item of lettersTo(20)) void put(item);
    expect(begun.map(({ items }) => items.length)).to.deep.equal([1, 16]);
  });
});
