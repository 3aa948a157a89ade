import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import Libsql from 'libsql';
import { commitInBackground } from '../../../../src/adapters/outbound/sqlite/background-commit.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

describe('a commit in the background', () => {
  const { file } = useSqlite();

  it('commits what the connection has written, for others to see', async () => {
    const path = await file();
    const connection = new Libsql(path);
    connection.exec('PRAGMA journal_mode = WAL; CREATE TABLE things (id INTEGER)');
    connection.exec('BEGIN IMMEDIATE; INSERT INTO things VALUES (1)');
    const other = new Libsql(path);
    const things = () => other.prepare('SELECT id FROM things').all([]);
    expect(things()).to.deep.equal([]);
    expect(await commitInBackground(connection)()).to.deep.equal(E.right(undefined));
    expect(connection.inTransaction).to.equal(false);
    expect(things()).to.deep.equal([{ id: 1 }]);
    for (const one of [connection, other]) one.close();
  });

  it('fails with the error of the driver', async () => {
    const connection = new Libsql(':memory:');
    const outcome = await commitInBackground(connection)();
    expect(outcome).to.have.nested.property('left.cause.code', 'SQLITE_ERROR');
    expect(outcome).to.have.nested.property('left.cause').that.is.instanceOf(Libsql.SqliteError);
    connection.close();
  });

  it('undoes nothing of a transaction that cannot be committed, so that it can be rolled back', async () => {
    const connection = new Libsql(':memory:');
    connection.exec(`PRAGMA foreign_keys = ON; CREATE TABLE parents (id INTEGER PRIMARY KEY);
      CREATE TABLE children (parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
      BEGIN IMMEDIATE; INSERT INTO children VALUES (1)`);
    const outcome = await commitInBackground(connection)();
    expect(outcome)
      .to.have.nested.property('left.cause.code')
      .that.matches(/^SQLITE_CONSTRAINT/u);
    expect(connection.inTransaction).to.equal(true);
    connection.exec('ROLLBACK');
    expect(connection.prepare('SELECT * FROM children').all([])).to.deep.equal([]);
    connection.close();
  });
});
