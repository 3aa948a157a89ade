import { expect } from 'chai';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { eventStoreDriver } from '../../../../src/contract/stores/event-store/event-store-driver.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { usePostgresStores } from '../../../support/stores/postgres/use-postgres.js';
import { until } from '../../../support/time/until.js';

describe('erasing a customer in PostgreSQL', () => {
  const { fresh, another } = usePostgresStores();

  it('finds events that an earlier version stored without their subjects', async () => {
    const database = await fresh();
    const store = createSqlEventStore(database);
    const driver = eventStoreDriver(() => store);
    await driver.put('evt_1', { object: 'ch_1', fields: { object: 'charge', customer: 'cus_1' } });
    await driver.put('evt_2', { object: 're_1', fields: { object: 'refund', charge: 'ch_1' } });
    await driver.put('evt_3', { object: 'ch_2', fields: { object: 'charge', customer: 'cus_2' } });
    await valueOf(
      database.query('UPDATE pasarela_events SET traced = 0, customer = NULL, payment = NULL'),
    );
    expect(await driver.erase('cus_1', 2)).to.equal(2);
    expect(await driver.list({ state: 'dropped' })).to.deep.equal([['evt_2', 'evt_1'], false]);
    const rows = await valueOf(
      database.query('SELECT traced, customer, payment FROM pasarela_events ORDER BY seq'),
    );
    expect(rows).to.deep.equal([
      { traced: 1, customer: null, payment: null },
      { traced: 1, customer: null, payment: null },
      { traced: 1, customer: 'cus_2', payment: 'ch_2' },
    ]);
  });

  it('is not undone by a replay of all events that waits for it', async () => {
    const [database, other] = [await fresh(), await another()];
    const store = createSqlEventStore(database);
    const driver = eventStoreDriver(() => store);
    await driver.put('evt_1', { object: 'cus_1', fields: { object: 'customer' } });
    await valueOf(database.query(`UPDATE pasarela_events SET state = 'ignored', due = NULL`));
    let replayed: Promise<unknown> = Promise.resolve();
    await valueOf(
      database.transaction((inside) =>
        pipe(
          inside(`UPDATE pasarela_events SET state = 'dropped', body = ''`),
          TE.tap(() =>
            TE.fromTask(async () => {
              replayed = valueOf(createSqlEventStore(other).replayAll({}, 1_700_000_000, 10));
              await until(async () => {
                const [row] = await valueOf(
                  database.query(
                    `SELECT count(*)::int AS waiting FROM pg_stat_activity
                  WHERE datname = current_database() AND wait_event_type = 'Lock'`,
                  ),
                );
                return row?.['waiting'] === 1;
              });
            }),
          ),
        ),
      ),
    );
    expect(await replayed).to.include({ replayed: 0 });
    expect(await driver.list({ state: 'dropped' })).to.deep.equal([['evt_1'], false]);
  });
});
