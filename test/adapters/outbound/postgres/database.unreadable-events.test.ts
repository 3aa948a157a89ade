import { expect } from 'chai';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { eventOf } from '../../../../src/contract/stores/events/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { usePostgresStores } from '../../../support/stores/postgres/use-postgres.js';

describe('events in PostgreSQL that cannot be decoded', () => {
  const { fresh } = usePostgresStores();

  const storeWith = async (ids: ReadonlyArray<string>) => {
    const database = await fresh();
    const store = createSqlEventStore(database);
    for (const id of ids) await valueOf(store.store(eventOf(id), 0));
    await valueOf(database.query(`UPDATE pasarela_events SET body = '{}' WHERE id = 'evt_1'`));
    return store.claim({ owner: 'a', now: 2, leaseUntil: 9, limit: 8 });
  };

  const marked = 'event evt_1 could not be decoded and was marked dead';

  it('give the others back that were claimed with them, with the attempts that they had', async () => {
    const claim = await storeWith(['evt_0', 'evt_1', 'evt_2']);
    expect(await claim()).to.have.nested.property('left.cause.message', marked);
    expect((await valueOf(claim)).map(({ stored, attempt }) => [stored.id, attempt])).to.deep.equal(
      [
        ['evt_0', 1],
        ['evt_2', 1],
      ],
    );
  });

  it('fail one claim when they are alone', async () => {
    const claim = await storeWith(['evt_1']);
    expect(await claim()).to.have.nested.property('left.cause.message', marked);
    expect(await valueOf(claim)).to.deep.equal([]);
  });
});
