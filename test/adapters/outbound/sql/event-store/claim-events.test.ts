import { expect } from 'chai';
import { createSqlEventStore } from '../../../../../src/adapters/outbound/sql/event-store.js';
import { eventOf } from '../../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../../src/contract/stores/store-assertions.js';
import { useSqlite } from '../../../../support/stores/use-sqlite.js';

describe('an event that cannot be decoded', () => {
  const { fresh } = useSqlite();

  it('fails one claim, and blocks no further claim', async () => {
    const database = await fresh();
    const store = createSqlEventStore(database);
    const claim = store.claim({ owner: 'a', now: 2, leaseUntil: 9, limit: 8 });
    for (const id of ['evt_1', 'evt_2']) await valueOf(store.store(eventOf(id), 0));
    await valueOf(store.claim({ owner: 'gone', now: 1, leaseUntil: 2, limit: 1 }));
    await valueOf(
      database.query(
        `UPDATE pasarela_events SET body = '{"id":"evt_1","object":"event"}' WHERE id = 'evt_1'`,
      ),
    );
    expect(await claim()).to.have.nested.property(
      'left.cause.message',
      'event evt_1 could not be decoded and was marked dead',
    );
    expect((await valueOf(claim)).map(({ stored, attempt }) => [stored.id, attempt])).to.deep.equal(
      [['evt_2', 1]],
    );
    const [row] = await valueOf(
      database.query(`SELECT state, owner, last_error FROM pasarela_events WHERE id = 'evt_1'`),
    );
    expect(row).to.include({ state: 'dead', owner: null });
    expect(row?.['last_error']).to.match(/is not a valid StoredEvent .wrong or missing: event\./u);
  });
});
