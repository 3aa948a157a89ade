import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Query, storeUnavailable } from '../../../../../src/adapters/outbound/sql/database.js';
import { createSqlEventStore } from '../../../../../src/adapters/outbound/sql/event-store.js';
import { keptTries } from '../../../../../src/application/ports/event-store.js';
import { eventOf } from '../../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../../src/contract/stores/store-assertions.js';
import { useSqlite } from '../../../../support/stores/use-sqlite.js';

describe('the outcome of an event with many tries', () => {
  const { fresh } = useSqlite();

  it('is stored, and reported so, also when old tries cannot be dropped', async () => {
    const database = await fresh();
    let refused = 0;
    const query: Query = (sql, ...given) => {
      if (!/^\s*DELETE/.test(sql)) return database.query(sql, ...given);
      refused += 1;
      return TE.left(storeUnavailable(new Error('connection lost')));
    };
    const store = createSqlEventStore({ ...database, query });
    await valueOf(store.store(eventOf('evt_1'), 0));
    await valueOf(database.query('UPDATE pasarela_events SET attempts = $1', [keptTries]));
    await valueOf(store.claim({ owner: 'a', now: 1, leaseUntil: 9, limit: 1 }));
    const ended = { owner: 'a', startedAt: 1, endedAt: 2, outcome: { _tag: 'Handled' } } as const;
    expect(await valueOf(store.conclude('evt_1', ended))).to.equal(true);
    expect(refused).to.equal(1);
    const [row] = await valueOf(database.query('SELECT state, attempts FROM pasarela_events'));
    expect(row).to.deep.equal({ state: 'handled', attempts: keptTries + 1 });
  });
});
