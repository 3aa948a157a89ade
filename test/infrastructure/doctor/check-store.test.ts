import { dirname } from 'node:path';
import { expect } from 'chai';
import { migrateSchema, schemaVersion } from '../../../src/adapters/outbound/sql/migrate.js';
import { silentLogger } from '../../../src/application/ports/logger.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { checkStore } from '../../../src/infrastructure/doctor/check-store.js';
import { useDatabases, usePostgres } from '../../support/stores/postgres/use-postgres.js';
import { useSqlite } from '../../support/stores/use-sqlite.js';

describe('checkStore', () => {
  const { file, open } = useSqlite();

  it('says nothing bad about a store in memory', async () => {
    expect(await checkStore({ kind: 'memory' })).to.include({ level: 'ok' });
  });

  it('follows a store from nothing to its schema, and to one that is too new', async () => {
    const path = await file();
    const found = async (): Promise<string> => {
      const { level, message } = await checkStore({ kind: 'file', path });
      return `${level} ${message.replace(path, 'a.db')}`;
    };
    expect(await found()).to.equal('warning file:a.db does not exist yet');
    const database = await open(path);
    expect(await found()).to.equal('warning file:a.db is reachable and has no schema yet');
    await valueOf(migrateSchema(database, silentLogger));
    const { known } = await valueOf(schemaVersion(database));
    expect(await found()).to.equal(
      `ok file:a.db is reachable and can be written to; its schema has version ${known}`,
    );
    await valueOf(database.query('DELETE FROM pasarela_schema WHERE version = $1', [known]));
    expect(await found()).to.equal(
      `warning the schema of file:a.db has version ${known - 1} of ${known}`,
    );
    await valueOf(
      database.query(
        'INSERT INTO pasarela_schema (version, name, serves_from) VALUES ($1, $2, $3)',
        [known + 2, 'of tomorrow', known + 1],
      ),
    );
    expect(await found()).to.equal(
      `error the schema of file:a.db has version ${known + 2}, and this program knows up to ${known}`,
    );
  });

  it('says that a folder is no database, and that nobody answers, without the password', async () => {
    const ofFolder = await checkStore({ kind: 'file', path: dirname(await file()) });
    expect(ofFolder).to.include({ level: 'error' });
    expect(ofFolder.message).to.include('the path is a folder');
    const url = 'postgres://shop:secret@127.0.0.1:1/shop';
    const ofPostgres = await checkStore({ kind: 'postgres', url, poolSize: 1 });
    expect(ofPostgres.level).to.equal('error');
    expect(ofPostgres.message).to.match(/^postgres:\/\/127\.0\.0\.1:1\/shop cannot be opened: /);
  });

  describe('in PostgreSQL', () => {
    const url = usePostgres();
    const connect = useDatabases();

    it('says that its user may not read it, which is not a missing schema', async () => {
      await valueOf(migrateSchema(await connect(url()), silentLogger));
      // A role of PostgreSQL itself, without rights on tables.
      const stranger = `${url()}?options=-crole%3Dpg_monitor`;
      const found = await checkStore({ kind: 'postgres', url: stranger, poolSize: 1 });
      expect(found).to.include({ level: 'error' });
      expect(found.message).to.include('permission denied');
    });
  });
});
