import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type SentTimes,
  searchAround,
} from '../../../../src/adapters/outbound/look-ups/search-around.js';
import { every, processorList } from './support/processor-list.js';

const first = 1_800_000_000;
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const limits = { near: 100, soon: 20, other: 5 } as const;

/** An old doubt, of which nothing can have been done later than 25 hours after the first call. */
const old: SentTimes = { first, from: first, until: first + 25 * hour };

const search = async (
  others: ReturnType<typeof every>,
  done: ReadonlyArray<number>,
  sent: SentTimes = old,
) => {
  const ours = done.map((created) => ({ id: 'ours', created }));
  const { list, asked } = processorList([...others, ...ours]);
  const found = await searchAround(list, ({ id }) => id === 'ours', sent, limits)();
  return { found: E.isRight(found) ? found.right._tag : 'failed', calls: asked.length, asked };
};

describe('searching a list around the first call', () => {
  it('asks for one page of an ordinary customer, whether it finds something or not', async () => {
    const others = every(hour, first - day, first + 30 * day);
    expect(await search(others, [first + 20 * hour])).to.include({ found: 'Found', calls: 1 });
    const nothing = await search(others, []);
    expect(nothing).to.include({ found: 'Absent', calls: 1 });
    expect(nothing.asked).to.deep.equal([
      { gte: first - 5 * minute, lte: first + 25 * hour + 5 * minute },
    ]);
  });

  it('finds an object before 5,100 newer ones of a busy customer in two calls', async () => {
    const newer = every(16, first + 1, first + 5100 * 16);
    expect(newer.length).to.be.at.least(5100);
    expect(await search(newer, [first])).to.include({ found: 'Found', calls: 2 });
    const fresh = { first, from: first - day };
    expect(await search(newer, [first], fresh)).to.include({ found: 'Found', calls: 2 });
  });

  it('finds it also before 5,100 newer ones of the same second', async () => {
    const newer = Array.from({ length: 5100 }, (_, index) => ({
      id: `item_${index}`,
      created: first,
    }));
    expect(await search(newer, [first])).to.include({ found: 'Found' });
  });

  it('needs 14 calls to find nothing, with no certainty, among 5,100 objects of a day', async () => {
    const others = every(16, first - hour, first + day);
    expect(others.length).to.be.at.least(5100);
    expect(await search(others, [])).to.include({ found: 'Uncertain', calls: 14 });
  });

  it('reads windows that do not overlap, the nearest to the first call first', async () => {
    const others = every(60, first - 2 * day, first + 2 * day);
    const { asked } = await search(others, [], { first, from: first - day });
    const [newest, ...windows] = asked;
    expect(newest).to.deep.equal({ gte: first - day - 5 * minute });
    const each = windows.filter(
      (window, index) => JSON.stringify(window) !== JSON.stringify(windows[index - 1]),
    );
    const seenTo = first + 2 * day - 99 * minute;
    expect(each).to.deep.equal([
      { gte: first - 1, lte: first + 1 },
      { gte: first + 2, lte: first + minute },
      { gte: first + minute + 1, lte: first + 15 * minute },
      { gte: first - 5 * minute, lte: first - 2 },
      { gte: first + 15 * minute + 1, lte: first + 2 * hour },
      { gte: first + 2 * hour + 1, lte: seenTo },
      { gte: first - day - 5 * minute, lte: first - 5 * minute - 1 },
    ]);
  });

  it('finds what another program did with the key hours before', async () => {
    const others = every(10 * minute, first - day, first);
    const done = await search(others, [first - 20 * hour], { first, from: first - day });
    // The newest page reaches back to 16 hours before, so that one window is left.
    expect(done).to.include({ found: 'Found', calls: 2 });
  });

  it('finds whatever was done while the key was repeated, if no window is too full', async () => {
    const moment = fc.integer({ min: -5 * minute, max: 25 * hour + 5 * minute });
    await fc.assert(
      fc.asyncProperty(moment, fc.array(moment, { maxLength: 400 }), async (at, others) => {
        const items = others.map((after, index) => ({
          id: `item_${index}`,
          created: first + after,
        }));
        expect((await search(items, [first + at])).found).to.equal('Found');
      }),
      { seed: 24, numRuns: 200 },
    );
  });

  it('fails when a page cannot be read', async () => {
    const others = every(1, first - hour, first + hour);
    const { list, asked } = processorList(others);
    const failure = { _tag: 'Unexpected', cause: 'no page' } as const;
    const searched = searchAround(
      (page) => (asked.length === 2 ? TE.left(failure) : list(page)),
      () => false,
      old,
      limits,
    );
    expect(await searched()).to.deep.equal(E.left(failure));
  });
});
