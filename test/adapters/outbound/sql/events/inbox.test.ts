import { expect } from 'chai';
import { createSqlEventStore } from '../../../../../src/adapters/outbound/sql/event-store.js';
import { eventOf } from '../../../../../src/contract/stores/events/event-of.js';
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
});
