import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { eventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { usePostgresStores } from '../../../support/stores/postgres/use-postgres.js';

describe('events in PostgreSQL that cannot be decoded', () => {
  const { fresh } = usePostgresStores();

  const storeWith = async (ids: ReadonlyArray<string>, broken = ['evt_1']) => {
    const database = await fresh();
    const store = createSqlEventStore(database);
    for (const id of ids) await valueOf(store.store(eventOf(id), 0));
    const spoil = `UPDATE pasarela_events SET body = '{}' WHERE id = $1`;
    for (const id of broken) await valueOf(database.query(spoil, [id]));
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

  it('fail one claim each, and do not wait for the lease of the first claim', async () => {
    const claim = await storeWith(['evt_0', 'evt_1', 'evt_2'], ['evt_1', 'evt_2']);
    const problems = [await claim(), await claim()].map((one) => E.isLeft(one) && one.left.cause);
    expect(problems.map(String)).to.have.members(
      ['evt_1', 'evt_2'].map((id) => `Error: event ${id} could not be decoded and was marked dead`),
    );
    expect((await valueOf(claim)).map(({ stored }) => stored.id)).to.deep.equal(['evt_0']);
  });

  it('fail one claim when they are alone', async () => {
    const claim = await storeWith(['evt_1']);
    expect(await claim()).to.have.nested.property('left.cause.message', marked);
    expect(await valueOf(claim)).to.deep.equal([]);
  });
});
