import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Database } from '../../../../src/adapters/outbound/sql/database.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import {
  type MovableAddress,
  movableAddress,
} from '../../../support/stores/postgres/movable-address.js';
import {
  type PostgresServer,
  startPostgres,
} from '../../../support/stores/postgres/start-postgres.js';
import { useDatabases } from '../../../support/stores/postgres/use-postgres.js';
import { until } from '../../../support/time/until.js';

const insert = 'INSERT INTO kept DEFAULT VALUES';
const insertIn = (database: Database) => database.transaction((query) => query(insert));

describe('a failover of PostgreSQL', () => {
  let primary: PostgresServer;
  let standby: Pick<PostgresServer, 'url' | 'end'>;
  let address: MovableAddress;
  before(async () => {
    primary = await startPostgres();
    standby = await primary.startStandby();
    address = await movableAddress(primary.url);
  });
  const open = useDatabases();
  after(async () => {
    await address.close();
    await standby.end();
    await primary.end();
  });

  const outcomes = (database: Database) =>
    Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 === 0 ? insertIn(database) : database.query(insert))(),
      ),
    );

  it('leaves no connection at the standby, where the address led meanwhile', async () => {
    const database = await open(address.url, 4);
    await valueOf(database.query('CREATE TABLE kept (number SERIAL)'));
    let heard = 0;
    database.onAnnouncement(() => {
      heard += 1;
    });
    await until(() => heard > 0);
    expect((await outcomes(database)).every(E.isRight)).to.equal(true);

    address.leadTo(standby.url);
    address.cut();
    await until(async () => (await outcomes(database)).every(E.isLeft));
    const failed = await insertIn(database)();
    expect(failed).to.have.nested.property('left._tag', 'StoreUnavailable');
    expect(failed)
      .to.have.nested.property('left.cause.message')
      .that.equals('the server takes no writes: it is a standby, or it is set to read-only');

    // Whatever is connected to the standby stays connected.
    address.leadTo(primary.url);
    await until(async () => (await outcomes(database)).every(E.isRight));
    const heardBefore = heard;
    const other = await open(primary.url);
    await until(async () => {
      await valueOf(other.query(`SELECT ${other.dialect.announcement}`));
      return heard > heardBefore;
    });
  });

  it('drops a connection whose server became read-only', async () => {
    const database = await open(primary.url, 1);
    await valueOf(database.query('CREATE TABLE IF NOT EXISTS kept (number SERIAL)'));
    await valueOf(
      database.transaction((query) =>
        query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY'),
      ),
    );
    const refused = await insertIn(database)();
    expect(refused).to.have.nested.property('left.cause.code', '25006');
    expect(E.isRight(await insertIn(database)())).to.equal(true);
  });

  it('drops a connection that the server ends in a transaction', async () => {
    const database = await open(primary.url, 1);
    const ended = await database.transaction((query) =>
      pipe(
        query('SELECT pg_terminate_backend(pg_backend_pid())'),
        TE.flatMap(() => query('SELECT 1')),
      ),
    )();
    expect(E.isLeft(ended)).to.equal(true);
    expect(E.isRight(await database.query('SELECT 1')())).to.equal(true);
  });
});
