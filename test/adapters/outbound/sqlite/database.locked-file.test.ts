import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import Libsql from 'libsql';
import { createSqliteDatabase } from '../../../../src/adapters/outbound/sqlite/database.js';
import { createLockPatience } from '../../../../src/adapters/outbound/sqlite/file-lock.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';

describe('a file that another process keeps locked', () => {
  const patienceMs = 400;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-locked-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('lets all work that waits fail together, and further work soon', async () => {
    const path = join(folder, 'store.db');
    const holder = new Libsql(path);
    holder.exec('CREATE TABLE kept (number INTEGER); BEGIN IMMEDIATE');
    const connection = new Libsql(path);
    const database = createSqliteDatabase(connection, { patienceMs });
    const insert = () => database.query('INSERT INTO kept VALUES (1)')();

    const begun = performance.now();
    const outcomes = await Promise.all(Array.from({ length: 100 }, insert));
    expect(outcomes.every(E.isLeft)).to.equal(true);
    // One after another they would take a hundred times as long.
    expect(performance.now() - begun).to.be.lessThan(100 * patienceMs);
    expect(E.isLeft(await insert())).to.equal(true);

    holder.exec('ROLLBACK');
    await valueOf(database.query('INSERT INTO kept VALUES (2)'));
    await valueOf(database.close);
    holder.close();
  });
});

describe('the patience with a locked file', () => {
  const long = 1_000_000;
  const now = () => performance.now();

  it('counts from when the work was asked for', () => {
    const { left } = createLockPatience(long);
    expect(left(now())).to.be.within(long - 1000, long);
    expect(left(now() - 600_000)).to.be.within(0, 400_000);
    expect(left(now() - 2 * long)).to.be.lessThan(0);
  });

  it('is short while the file has been locked for longer than that', () => {
    const { left, saw } = createLockPatience(0);
    saw(true);
    expect(left(now())).to.be.lessThan(1);
    const patient = createLockPatience(long);
    patient.saw(true);
    patient.saw(true);
    expect(patient.left(now())).to.be.greaterThan(long - 1000);
    patient.saw(false);
    expect(patient.left(now())).to.be.greaterThan(long - 1000);
  });
});
