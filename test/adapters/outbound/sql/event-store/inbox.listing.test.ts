import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import { createSqlEventStore } from '../../../../../src/adapters/outbound/sql/event-store.js';
import { valueOf } from '../../../../../src/contract/stores/store-assertions.js';
import { eventId } from '../../../../../src/domain/branded.js';
import { useSqlite } from '../../../../support/stores/use-sqlite.js';

// Of 5000 events, every 1250th is dead.
const insert = `
  INSERT INTO pasarela_events (id, type, object_id, lane, created, livemode, received_at, state, attempts, body, traced)
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
  SELECT 'evt_' || n, 'charge.' || (n % 2), NULL, 'evt_' || n, n, 0, n,
    CASE WHEN n % 1250 = 0 THEN 'dead' ELSE 'handled' END, 1,
    '{"id":"evt_' || n || '","object":"event","type":"charge.' || (n % 2) || '","created":' || n
      || ',"livemode":false,"data":{"object":{}}}', 1
  FROM numbers`;

describe('a list of events with several filters', () => {
  const { fresh } = useSqlite();

  it('finds few events among many, a limited number at a time', async () => {
    const database = await fresh();
    await valueOf(database.query(insert));
    const statements: Array<string> = [];
    const { list } = createSqlEventStore({
      ...database,
      query: (sql, values) => {
        statements.push(sql);
        return database.query(sql, values);
      },
    });
    const idsOf = async (page: Parameters<typeof list>[0]) => {
      const found = await valueOf(list({ type: 'charge.0', ...page }));
      return O.isSome(found) ? [found.value.data.map(({ id }) => id), found.value.has_more] : [];
    };

    const all = ['evt_5000', 'evt_3750', 'evt_2500', 'evt_1250'];
    expect(await idsOf({ limit: 4, state: 'dead' })).to.deep.equal([all, false]);
    expect(await idsOf({ limit: 3, state: 'dead' })).to.deep.equal([all.slice(0, 3), true]);
    const last = eventId('evt_4999');
    const first = eventId('evt_1');
    expect(await idsOf({ limit: 2, state: 'dead', starting_after: last })).to.deep.equal([
      all.slice(1, 3),
      true,
    ]);
    expect(await idsOf({ limit: 2, state: 'dead', ending_before: first })).to.deep.equal([
      all.slice(2),
      true,
    ]);

    statements.length = 0;
    const newest = await valueOf(list({ limit: 4, type: 'charge.1', state: 'handled' }));
    expect(newest).to.have.nested.property('value.data[0].id', 'evt_4999');
    expect(statements).to.have.length(2);
    // None of the type is dead: the 5000 events are compared in batches of 1000.
    expect(await idsOf({ limit: 4, type: 'other', state: 'handled' })).to.deep.equal([[], false]);
    expect(statements.filter((sql) => sql.includes('body'))).to.have.length(1 + 5);
  });
});
