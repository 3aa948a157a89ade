import { chmod, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { openSqlite } from '../../../../src/adapters/outbound/sqlite/open-sqlite.js';
import { eventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { eventId } from '../../../../src/domain/branded.js';
import { withoutPrivileges } from '../../../support/programs/without-privileges.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

describe('an SQLite database', () => {
  const { file, open, fresh, another } = useSqlite();

  it('is created with its folder, readable only by the owner', async () => {
    const path = join(dirname(await file()), 'data', 'store.db');
    const { query } = await open(path);
    await valueOf(query('CREATE TABLE things (id INTEGER)'));
    for (const [made, rights] of [
      [dirname(path), 0o700],
      [path, 0o600],
      [`${path}-wal`, 0o600],
    ] as const) {
      expect((await stat(made)).mode & 0o777).to.equal(rights);
    }
  });

  it('fails where the system refuses new folders as if their parent were missing', async function () {
    if (process.platform !== 'linux') this.skip();
    const opened = await openSqlite('/proc/pasarela/data/store.db')();
    expect(opened).to.have.nested.property('left.cause.code', 'ENOENT');
  });

  it('is created in a new folder by two that open it together', async () => {
    const path = join(dirname(await file()), 'new', 'deep', 'store.db');
    await Promise.all([open(path), open(path)]);
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
  });

  it('uses a write-ahead log, and waits for the disk', async () => {
    const { query } = await fresh();
    expect(await valueOf(query('SELECT * FROM pragma_journal_mode'))).to.deep.equal([
      { journal_mode: 'wal' },
    ]);
    expect(await valueOf(query('SELECT * FROM pragma_synchronous'))).to.deep.equal([
      { synchronous: 2 },
    ]);
  });

  it('does not wait for the disk in queryWithoutSync alone', async () => {
    const { query, queryWithoutSync, transaction } = await fresh();
    await valueOf(query('CREATE TABLE things (id INTEGER)'));
    const insert =
      'INSERT INTO things VALUES (1) RETURNING (SELECT synchronous FROM pragma_synchronous) AS level';
    const [full, normal] = [[{ level: 2 }], [{ level: 1 }]];
    expect(await valueOf(query(insert))).to.deep.equal(full);
    expect(await valueOf(queryWithoutSync(insert))).to.deep.equal(normal);
    expect(await valueOf(query(insert))).to.deep.equal(full);
    expect(await valueOf(queryWithoutSync(insert))).to.deep.equal(normal);
    expect(await valueOf(transaction((inside) => inside(insert)))).to.deep.equal(full);
  });

  it('has all committed rows when it is opened again', async () => {
    const database = await fresh();
    await valueOf(createSqlEventStore(database).store(eventOf('evt_1'), 7));
    await valueOf(database.close);
    const found = await valueOf(createSqlEventStore(await another()).find(eventId('evt_1')));
    expect(found).to.have.nested.property('value.received_at', 7);
  });

  it('rolls back on a left', async () => {
    const { transaction, query } = await fresh();
    await valueOf(query('CREATE TABLE things (id INTEGER)'));
    const outcome = await transaction((inside) =>
      pipe(
        inside('INSERT INTO things VALUES ($1)', [1]),
        TE.chainW(() => TE.left('no')),
      ),
    )();
    expect(outcome).to.deep.equal(E.left('no'));
    expect(await valueOf(query('SELECT * FROM things'))).to.deep.equal([]);
  });

  it('binds values by the numbers of their placeholders', async () => {
    const { query } = await fresh();
    expect(await valueOf(query('SELECT $2 AS b, $1 AS a, $2 AS c', ['one', 'two']))).to.deep.equal([
      { b: 'two', a: 'one', c: 'two' },
    ]);
  });

  it('refuses text that it would truncate', async () => {
    const outcome = await (await fresh()).query('SELECT $1 AS a', ['a\0b'])();
    expect(outcome).to.have.nested.property('left._tag', 'StoreUnavailable');
  });

  it('notifies of the writes of other processes, not of its own', async () => {
    const database = await fresh();
    const other = await another();
    let heard = 0;
    const told = new Promise<void>((resolve) => {
      const forget = database.onAnnouncement(() => {
        heard += 1;
        forget();
        resolve();
      });
    });
    // After the first poll of the file.
    await valueOf(database.query('SELECT 1 AS one'));
    await valueOf(createSqlEventStore(database).store(eventOf('evt_1'), 7));
    expect(heard).to.equal(0);
    await valueOf(createSqlEventStore(other).store(eventOf('evt_2'), 7));
    await told;
  });

  it('reports a full disk, loses nothing, and continues when there is room again', async () => {
    const database = await fresh();
    const { query } = database;
    const store = createSqlEventStore(database);
    const pages = async (limit: string): Promise<unknown> =>
      (await valueOf(query(`PRAGMA ${limit}`)))[0]?.['page_count'];
    await valueOf(query(`PRAGMA max_page_count = ${Number(await pages('page_count')) + 4}`));

    const kept: Array<string> = [];
    let failure: unknown;
    for (let n = 0; failure === undefined && n < 200; n += 1) {
      const outcome = await store.store(eventOf(`evt_${n}`, { note: 'x'.repeat(1000) }), n)();
      if (E.isRight(outcome)) kept.push(`evt_${n}`);
      else failure = outcome.left;
    }
    expect(failure).to.have.nested.property('cause.code', 'SQLITE_FULL');
    expect(kept).not.to.deep.equal([]);

    await valueOf(query('PRAGMA max_page_count = 100000'));
    expect(await valueOf(store.store(eventOf('evt_last'), 7))).to.equal('stored');
    const list = await valueOf(store.list({ limit: 1000 }));
    expect(list).to.have.nested.property('value.data.length', kept.length + 1);
    expect(await valueOf(query('PRAGMA integrity_check'))).to.deep.equal([
      { integrity_check: 'ok' },
    ]);
  });

  it('reports that it is read-only, is not ready, and can still be read', async () => {
    const database = await fresh();
    const store = createSqlEventStore(database);
    await valueOf(store.store(eventOf('evt_1'), 7));
    await valueOf(database.query('PRAGMA query_only = ON'));
    for (const outcome of [await store.store(eventOf('evt_2'), 7)(), await store.ready()]) {
      expect(outcome).to.have.nested.property('left.cause.code', 'SQLITE_READONLY');
    }
    expect(await valueOf(store.find(eventId('evt_1')))).to.have.property('_tag', 'Some');
  });

  it('is refused and left unchanged in a read-only folder', async () => {
    const path = await file();
    await writeFile(path, '');
    await chmod(path, 0o444);
    await chmod(dirname(path), 0o555);
    const outcome = await withoutPrivileges(() => openSqlite(path)());
    await chmod(dirname(path), 0o755);
    expect(outcome).to.have.nested.property('left._tag', 'StoreUnavailable');
    expect((await stat(path)).size).to.equal(0);
  });

  it('reports that it cannot create the file in its folder', async () => {
    const path = await file();
    await chmod(dirname(path), 0o555);
    const outcome = await withoutPrivileges(() => openSqlite(path)());
    await chmod(dirname(path), 0o755);
    expect(outcome).to.have.nested.property('left.cause.code', 'EACCES');
  });

  it('is refused if the file is not a database', async () => {
    const path = await file();
    await writeFile(path, 'this is no database'.repeat(1000));
    const outcome = await openSqlite(path)();
    expect(outcome).to.have.nested.property('left.cause.code', 'SQLITE_NOTADB');
  });

  it('reports that it is closed', async () => {
    const database = await fresh();
    await valueOf(database.close);
    for (const sql of ['SELECT 1 AS one', 'DELETE FROM pasarela_events']) {
      expect(await database.query(sql)()).to.have.nested.property('left._tag', 'StoreUnavailable');
    }
    await valueOf(database.close);
  });
});
