import { strict as assert } from 'node:assert';
import * as O from 'fp-ts/lib/Option.js';
import { type EventStore, longestPage } from '../../../application/ports/event-store.js';
import { eventId } from '../../../domain/branded.js';
import { valueOf } from '../store-assertions.js';
import type { EventArea } from './event-store-driver.js';

const types = ['a', 'b', 'a', 'a', 'b', 'b', 'a', 'b', 'a'];

export const listing = ({ it, driver, store }: EventArea): void => {
  it(
    'returns a list object of whole events',
    'the list is what eventPage makes of the events, with the url /api/events',
    async () => {
      await driver.put('evt_1');
      const { tries: _tries, taken_by: _takenBy, ...event } = await driver.find('evt_1');
      const found = await valueOf(store().list({ limit: 10 }));
      assert.deepEqual(
        found,
        O.some({ object: 'list', data: [event], has_more: false, url: '/api/events' }),
      );
    },
  );

  it('returns none for an unknown cursor', async () => {
    await driver.put('evt_1');
    for (const cursor of ['starting_after', 'ending_before']) {
      assert.equal(await driver.list({ [cursor]: eventId('evt_x') }), 'no such cursor');
    }
  });

  it('filters by state, by object, and by both with a type', async () => {
    await driver.put('evt_1', { object: 'ch_1' });
    await driver.put('evt_2', { object: 'ch_1', ignored: 'nobody' });
    await driver.put('evt_3', { object: 'ch_2', ignored: 'nobody' });
    await driver.put('evt_4', { object: 'ch_1', type: 'other', ignored: 'nobody' });
    assert.deepEqual(await driver.list({ state: 'pending' }), [['evt_1'], false]);
    assert.deepEqual(await driver.list({ object_id: 'ch_1' }), [
      ['evt_4', 'evt_2', 'evt_1'],
      false,
    ]);
    const all = { state: 'ignored', object_id: 'ch_1', type: 'charge.succeeded' } as const;
    assert.deepEqual(await driver.list(all), [['evt_2'], false]);
    assert.deepEqual(await driver.list({ state: 'dead' }), [[], false]);
  });

  it('pages in both directions, with and without a type', async () => {
    for (const [n, type] of types.entries()) await driver.put(`evt_${n}`, { type, at: 100 });
    const newestFirst = types.map((type, n) => ({ id: `evt_${n}`, n, type })).toReversed();
    const cursors = types.flatMap((_, at) => [
      { direction: 'starting_after', at } as const,
      { direction: 'ending_before', at } as const,
    ]);
    for (const type of [undefined, 'a', 'b']) {
      const wanted = newestFirst.filter((one) => type === undefined || one.type === type);
      for (const cursor of [undefined, ...cursors]) {
        const { direction, at } = cursor ?? { direction: 'starting_after', at: types.length };
        const after = direction === 'starting_after';
        const side = wanted.filter(({ n }) => (after ? n < at : n > at));
        for (const limit of [1, 2, 4, types.length, types.length + 1]) {
          const expected = after ? side.slice(0, limit) : side.slice(-limit);
          const asked = {
            limit,
            ...(cursor === undefined ? {} : { [direction]: eventId(`evt_${at}`) }),
            ...(type === undefined ? {} : { type }),
          };
          assert.deepEqual(await driver.list(asked), [
            expected.map(({ id }) => id),
            side.length > limit,
          ]);
        }
      }
    }
  });

  it('returns fewer events on a page when they are large, but always one, and has more', async () => {
    const sizes = [1.1, 0, 0.4, 0.4, 0.4, 0.4];
    for (const [n, size] of sizes.entries()) {
      await driver.put(`evt_${n}`, { note: 'x'.repeat(size * longestPage) });
    }
    type Asked = Parameters<EventStore['list']>[0];
    const pages = async (
      next: (page: ReadonlyArray<string>) => Partial<Asked>,
      asked: Partial<Asked> = {},
    ): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
      const found = await driver.list(asked);
      assert.ok(typeof found !== 'string');
      const [page, hasMore] = found;
      return hasMore ? [page, ...(await pages(next, next(page)))] : [page];
    };
    const older = await pages((page) => ({ starting_after: eventId(page.at(-1) ?? '') }));
    assert.deepEqual(older, [['evt_5', 'evt_4'], ['evt_3', 'evt_2', 'evt_1'], ['evt_0']]);
    const newer = await pages((page) => ({ ending_before: eventId(page[0] ?? '') }), {
      ending_before: eventId('evt_0'),
    });
    assert.deepEqual(newer, [
      ['evt_3', 'evt_2', 'evt_1'],
      ['evt_5', 'evt_4'],
    ]);
    const filtered = { type: 'charge.succeeded', state: 'pending' } as const;
    assert.deepEqual(await driver.list(filtered), [['evt_5', 'evt_4'], true]);
  });
};
