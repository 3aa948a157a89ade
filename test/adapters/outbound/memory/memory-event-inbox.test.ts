import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { createMemoryEventInbox } from '../../../../src/adapters/outbound/memory/memory-event-inbox.js';
import type { EventInbox } from '../../../../src/application/ports/event-inbox.js';
import { EventId } from '../../../../src/domain/ids.js';
import type { ProcessorEvent } from '../../../../src/domain/processor-event.js';
import { seed } from '../../../support/seed.js';

const eventOf = (id: string, type = 'charge.succeeded'): ProcessorEvent => ({
  id,
  object: 'event',
  type,
  created: 1,
  livemode: false,
  data: { object: { id: 'ch_1' } },
});

const eventId = (id: string): EventId => {
  if (!EventId.is(id)) throw new Error(`${id} is no id`);
  return id;
};

const filled = async (types: ReadonlyArray<string>): Promise<EventInbox> => {
  const inbox = createMemoryEventInbox();
  for (const [n, type] of types.entries()) await inbox.store(eventOf(`evt_${n}`, type), 100 + n)();
  return inbox;
};

const pageOf = async (
  inbox: EventInbox,
  wanted: Parameters<EventInbox['list']>[0],
): Promise<readonly [ids: ReadonlyArray<string>, hasMore: boolean] | 'no such cursor'> => {
  const found = await inbox.list(wanted)();
  if (E.isLeft(found)) throw new Error('the inbox failed');
  return O.isNone(found.right)
    ? 'no such cursor'
    : [found.right.value.data.map(({ id }) => id), found.right.value.has_more];
};

describe('the in-memory inbox', () => {
  it('keeps an event as it came, with the moment it came', async () => {
    const inbox = createMemoryEventInbox();
    expect(await inbox.store(eventOf('evt_1'), 7)()).to.deep.equal(E.right('stored'));
    expect(await inbox.find(eventId('evt_1'))()).to.deep.equal(
      E.right(
        O.some({
          id: 'evt_1',
          object: 'stored_event',
          type: 'charge.succeeded',
          received_at: 7,
          state: 'pending',
          reason: null,
          object_id: 'ch_1',
          attempts: 0,
          next_attempt_at: 7,
          handled_at: null,
          last_error: null,
          tries: [],
          event: eventOf('evt_1'),
        }),
      ),
    );
    expect(await inbox.find(eventId('evt_2'))()).to.deep.equal(E.right(O.none));
  });

  it('keeps an id once, and the first that came with it', async () => {
    const inbox = createMemoryEventInbox();
    await inbox.store(eventOf('evt_1', 'first'), 7)();
    expect(await inbox.store(eventOf('evt_1', 'second'), 8)()).to.deep.equal(E.right('duplicate'));
    const found = await inbox.find(eventId('evt_1'))();
    expect(E.isRight(found) && O.isSome(found.right) && found.right.value).to.include({
      type: 'first',
      received_at: 7,
    });
    expect(await pageOf(inbox, { limit: 10 })).to.deep.equal([['evt_1'], false]);
  });

  it('stores nothing before its task runs', async () => {
    const inbox = createMemoryEventInbox();
    inbox.store(eventOf('evt_1'), 7);
    expect(await pageOf(inbox, { limit: 10 })).to.deep.equal([[], false]);
  });

  it('is ready', async () => {
    expect(E.isRight(await createMemoryEventInbox().ready())).to.equal(true);
  });

  it('knows no page at an unknown cursor', async () => {
    const inbox = await filled(['a', 'a']);
    for (const cursor of ['starting_after', 'ending_before']) {
      const wanted = { limit: 10, [cursor]: eventId('evt_x') };
      expect(await pageOf(inbox, wanted)).to.equal('no such cursor');
    }
  });

  it('pages as a plain list does, in both directions and by type', async () => {
    const scenario = fc
      .array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 12 })
      .chain((types) =>
        fc.record({
          types: fc.constant(types),
          limit: fc.integer({ min: 1, max: 14 }),
          cursor: fc.option(
            fc.tuple(fc.constantFrom('starting_after', 'ending_before'), fc.nat(types.length - 1)),
          ),
          type: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
        }),
      );
    await fc.assert(
      fc.asyncProperty(scenario, async ({ types, limit, cursor, type }) => {
        const newestFirst = types.map((one, n) => ({ id: `evt_${n}`, n, type: one })).toReversed();
        const wanted = newestFirst.filter((one) => type === undefined || one.type === type);
        const [direction, at] = cursor ?? ['starting_after', types.length];
        const side = wanted.filter(({ n }) => (direction === 'starting_after' ? n < at : n > at));
        const expected = direction === 'starting_after' ? side.slice(0, limit) : side.slice(-limit);
        const asked = {
          limit,
          ...(cursor === null ? {} : { [direction]: eventId(`evt_${at}`) }),
          ...(type === undefined ? {} : { type }),
        };
        expect(await pageOf(await filled(types), asked)).to.deep.equal([
          expected.map(({ id }) => id),
          side.length > limit,
        ]);
      }),
      { seed },
    );
  });
});
