import { expect } from 'chai';
import { createSqlEventStore } from '../../../../../src/adapters/outbound/sql/event-store.js';
import { eventOf } from '../../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../../src/contract/stores/store-assertions.js';
import { eventId } from '../../../../../src/domain/branded.js';
import { useSqlite } from '../../../../support/stores/use-sqlite.js';

const deep = '['.repeat(50_000) + ']'.repeat(50_000);

describe('a stored event that cannot be read', () => {
  const { fresh } = useSqlite();

  const storeWith = async (body: string) => {
    const database = await fresh();
    const store = createSqlEventStore(database);
    for (const id of ['evt_0', 'evt_1', 'evt_2'])
      await valueOf(store.store(eventOf(id), 3, 'nobody'));
    const spoil = 'UPDATE pasarela_events SET body = $2 WHERE id = $1';
    await valueOf(database.query(spoil, ['evt_1', body]));
    return store;
  };

  for (const [what, body, problem] of [
    [
      'is nested too deeply',
      JSON.stringify(eventOf('evt_1')).replace('"note":', `"deep":${deep},"note":`),
      'Error: the payload is nested too deeply, or too large',
    ],
    ['is not JSON', '{"email":"ana@example.com"', 'Error: the payload is not JSON'],
    [
      'is no event',
      '{}',
      'Error: database row is not a valid StoredEvent (wrong or missing: event)',
    ],
  ] as const) {
    it(`because it ${what} is shown without its payload, and hides no other event`, async () => {
      const store = await storeWith(body);
      const list = await valueOf(store.list({ limit: 10 }));
      expect(list).to.have.nested.property('value.data').that.has.length(3);
      const shown = {
        id: 'evt_1',
        type: 'charge.succeeded',
        state: 'ignored',
        object_id: 'ch_evt_1',
        last_error: problem,
        event: {
          id: 'evt_1',
          object: 'event',
          type: 'charge.succeeded',
          created: 1_700_000_000,
          livemode: false,
          data: { object: {} },
        },
      };
      expect(list).to.have.nested.property('value.data[1]').that.deep.includes(shown);
      const found = await valueOf(store.find(eventId('evt_1')));
      expect(found).to.have.property('value').that.deep.includes(shown);
    });

    it(`because it ${what} is dead after a replay, and can be erased`, async () => {
      const store = await storeWith(body);
      await valueOf(store.replay(eventId('evt_1'), 4));
      const claimed = await store.claim({ owner: 'a', now: 5, leaseUntil: 9, limit: 5 })();
      expect(claimed).to.have.nested.property(
        'left.cause.message',
        'event evt_1 could not be decoded and was marked dead',
      );
      expect(await valueOf(store.find(eventId('evt_1'))))
        .to.have.property('value')
        .that.includes({
          state: 'dead',
          last_error: problem,
        });
      expect(await valueOf(store.dropPayloads('dead', 100, 5))).to.equal(1);
    });
  }
});
