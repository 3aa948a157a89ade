import { expect } from 'chai';
import { createSqlEventStore } from '../../../../../src/adapters/outbound/sql/event-store.js';
import { eventOf } from '../../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../../src/contract/stores/store-assertions.js';
import { useSqlite } from '../../../../support/stores/use-sqlite.js';

describe('events that arrive together', () => {
  const { fresh } = useSqlite();

  it('are stored in one statement', async () => {
    const database = await fresh();
    let statements = 0;
    const store = createSqlEventStore({
      ...database,
      query: (...statement) => {
        statements += 1;
        return database.query(...statement);
      },
    });
    const ids = Array.from({ length: 40 }, (_, n) => `evt_${n}`);
    await Promise.all(ids.map((id) => valueOf(store.store(eventOf(id), 1))));
    expect(statements).to.equal(1);
    const kept = await valueOf(database.query('SELECT id FROM pasarela_events ORDER BY seq'));
    expect(kept.map(({ id }) => id)).to.deep.equal(ids);
  });

  it('are inserted in the same order by all instances, those of an object as they were received', async () => {
    const events = [
      eventOf('evt_3', { object: 'ch_2' }),
      eventOf('evt_1', { object: 'ch_2' }),
      eventOf('evt_4', { object: 'ch_1', created: 1_700_000_001 }),
      eventOf('evt_2', { object: 'ch_1' }),
      eventOf('evt_5', { object: 'ch_3' }),
    ];
    const insertedFrom = async (received: typeof events) => {
      const database = await fresh();
      const store = createSqlEventStore({ ...database, writersAtOnce: 2 });
      await Promise.all(received.map((event) => valueOf(store.store(event, 1))));
      const kept = await valueOf(database.query('SELECT id FROM pasarela_events ORDER BY seq'));
      return kept.map(({ id }) => id);
    };
    const elsewhere = [...events.slice(2).toReversed(), ...events.slice(0, 2)];
    expect(await insertedFrom(events)).to.deep.equal(['evt_2', 'evt_4', 'evt_3', 'evt_1', 'evt_5']);
    expect(await insertedFrom(elsewhere)).to.deep.equal(await insertedFrom(events));
  });
});
