import { expect } from 'chai';
import * as fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import type { EventStore } from '../../../../src/application/ports/event-store.js';
import { seed } from '../../../support/seed.js';
import { valueOf } from '../value-of.js';
import type { Desk } from './desk.js';
import { eventId } from './event-of.js';

const types = ['a', 'b', 'a', 'a', 'b', 'b', 'a', 'b', 'a'];

export const listing = (desk: Desk, store: () => EventStore): void => {
  it('is a list object of whole events', async () => {
    await desk.put('evt_1');
    const { tries: _tries, ...event } = await desk.find('evt_1');
    const found = await valueOf(store().list({ limit: 10 }));
    expect(found).to.deep.equal(
      O.some({ object: 'list', data: [event], has_more: false, url: '/api/events' }),
    );
  });

  it('knows no page at an unknown cursor', async () => {
    await desk.put('evt_1');
    for (const cursor of ['starting_after', 'ending_before']) {
      expect(await desk.list({ [cursor]: eventId('evt_x') })).to.equal('no such cursor');
    }
  });

  it('shows those of a state, of an object, and of both with a type', async () => {
    await desk.put('evt_1', { object: 'ch_1' });
    await desk.put('evt_2', { object: 'ch_1', ignored: 'nobody' });
    await desk.put('evt_3', { object: 'ch_2', ignored: 'nobody' });
    await desk.put('evt_4', { object: 'ch_1', type: 'other', ignored: 'nobody' });
    expect(await desk.list({ state: 'pending' })).to.deep.equal([['evt_1'], false]);
    expect(await desk.list({ object_id: 'ch_1' })).to.deep.equal([
      ['evt_4', 'evt_2', 'evt_1'],
      false,
    ]);
    const all = { state: 'ignored', object_id: 'ch_1', type: 'charge.succeeded' } as const;
    expect(await desk.list(all)).to.deep.equal([['evt_2'], false]);
    expect(await desk.list({ state: 'dead' })).to.deep.equal([[], false]);
  });

  it('pages as a plain list does, in both directions and by type', async () => {
    for (const [n, type] of types.entries()) await desk.put(`evt_${n}`, { type, at: 100 });
    const newestFirst = types.map((type, n) => ({ id: `evt_${n}`, n, type })).toReversed();
    const scenario = fc.record({
      limit: fc.integer({ min: 1, max: types.length + 1 }),
      cursor: fc.option(
        fc.tuple(fc.constantFrom('starting_after', 'ending_before'), fc.nat(types.length - 1)),
      ),
      type: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ limit, cursor, type }) => {
        const wanted = newestFirst.filter((one) => type === undefined || one.type === type);
        const [direction, at] = cursor ?? ['starting_after', types.length];
        const side = wanted.filter(({ n }) => (direction === 'starting_after' ? n < at : n > at));
        const expected = direction === 'starting_after' ? side.slice(0, limit) : side.slice(-limit);
        const asked = {
          limit,
          ...(cursor === null ? {} : { [direction]: eventId(`evt_${at}`) }),
          ...(type === undefined ? {} : { type }),
        };
        expect(await desk.list(asked)).to.deep.equal([
          expected.map(({ id }) => id),
          side.length > limit,
        ]);
      }),
      { seed, numRuns: 60 },
    );
  });
};
