import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { serversClock } from '../../../../src/adapters/outbound/postgres/database.js';
import type { Database, Dialect } from '../../../../src/adapters/outbound/sql/database.js';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import { migrateSchema } from '../../../../src/adapters/outbound/sql/migrate.js';
import { type Migration, migrations } from '../../../../src/adapters/outbound/sql/migrations.js';
import { openSqlite } from '../../../../src/adapters/outbound/sqlite/open-sqlite.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { describeEventStore } from '../../../../src/contract/stores/describe-event-store.js';
import { describeIdempotencyStore } from '../../../../src/contract/stores/describe-idempotency-store.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { frameworkOf } from '../../../../src/contract/test-framework.js';
import { callEveryFunction } from '../../../support/stores/call-every-function.js';
import {
  forBothReleases,
  inTurn,
  previousRelease,
} from '../../../support/stores/previous-release.js';

const dialect: Dialect = {
  sequence: 'INTEGER PRIMARY KEY',
  announcement: 'NULL',
  now: serversClock,
  rowLock: { wait: '', skip: '' },
};

// Steps of the time before the first release, when all instances were replaced at once.
const beforeTheRule = 7;

/** The statements of a step that may fail or block programs which run on the schema of the step before. */
const breaking = ({ statements }: Migration): ReadonlyArray<string> => {
  const all = statements(dialect).map((statement) => statement.replaceAll(/\s+/gu, ' ').trim());
  const own = all.flatMap((statement) => /^CREATE TABLE (\w+) /u.exec(statement)?.[1] ?? []);
  return all.filter((statement) => {
    if (/^CREATE TABLE \w+ /u.test(statement)) return false;
    const touched = /^(?:CREATE (?:UNIQUE )?INDEX \w+ ON|INSERT INTO) (\w+)/u.exec(statement)?.[1];
    if (touched !== undefined) return !own.includes(touched);
    const column = /^ALTER TABLE \w+ ADD COLUMN \w+ (.+)$/u.exec(statement)?.[1];
    if (column === undefined) return true;
    const strict = /UNIQUE|PRIMARY|REFERENCES|CHECK|GENERATED/iu.test(column);
    return strict || (/NOT NULL/iu.test(column) && !/DEFAULT/iu.test(column));
  });
};

const step = (...statements: ReadonlyArray<string>): Migration => ({
  name: 'a step',
  statements: () => statements,
});

describe('the steps of the schema', () => {
  it('of the previous release have not changed', () => {
    const released = previousRelease.migrations;
    const texts = (steps: ReadonlyArray<Migration>) =>
      steps.map(({ name, servesFrom, statements }) => [name, servesFrom, statements(dialect)]);
    expect(texts(migrations.slice(0, released.length))).to.deep.equal(texts(released));
  });

  for (const [index, migration] of migrations.entries()) {
    const { name, servesFrom } = migration;
    if (index < beforeTheRule) continue;
    it(`only add, or take away what the previous release does without: ${name}`, () => {
      if (servesFrom === undefined) expect(breaking(migration)).to.deep.equal([]);
      else expect(servesFrom).to.be.within(1, previousRelease.migrations.length);
    });
  }

  for (const statement of [
    'ALTER TABLE pasarela_events RENAME COLUMN lane TO road',
    'ALTER TABLE pasarela_events DROP COLUMN lane',
    'ALTER TABLE pasarela_events ADD COLUMN source TEXT NOT NULL',
    'ALTER TABLE pasarela_events ADD COLUMN source TEXT UNIQUE',
    'ALTER TABLE pasarela_events ALTER COLUMN lane SET NOT NULL',
    'DROP TABLE pasarela_partitions',
    'DROP INDEX pasarela_events_due',
    "UPDATE pasarela_events SET lane = 'a'",
    'DELETE FROM pasarela_events',
    'INSERT INTO pasarela_partitions VALUES (256)',
    'CREATE UNIQUE INDEX pasarela_events_once ON pasarela_events (lane)',
    'CREATE INDEX pasarela_events_by_lane ON pasarela_events (lane)',
  ]) {
    it(`must not have ${statement}`, () => {
      const added = 'ALTER TABLE pasarela_events ADD COLUMN source TEXT';
      expect(breaking(step(added, statement))).to.deep.equal([statement]);
    });
  }

  it('may add columns, and tables with their indexes and rows', () => {
    const added = step(
      'ALTER TABLE pasarela_events ADD COLUMN source TEXT',
      'ALTER TABLE pasarela_events ADD COLUMN weight INTEGER NOT NULL DEFAULT 0',
      'CREATE TABLE pasarela_sources (name TEXT PRIMARY KEY)',
      'CREATE INDEX pasarela_sources_by_name ON pasarela_sources (name)',
      "INSERT INTO pasarela_sources VALUES ('webhook')",
    );
    expect(breaking(added)).to.deep.equal([]);
  });
});

describe('the previous release and this one on one SQLite file', () => {
  let folder = '';
  let earlier: Database;
  let current: Database;

  // Both had the file open before this version migrated it.
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-releases-'));
    const path = join(folder, 'store.db');
    earlier = await valueOf(previousRelease.openSqlite(path));
    await valueOf(previousRelease.migrateSchema(earlier, silentLogger));
    await callEveryFunction(earlier, previousRelease);
    current = await valueOf(openSqlite(path));
    expect(await valueOf(migrateSchema(current, silentLogger))).to.deep.equal({
      from: previousRelease.migrations.length,
      to: migrations.length,
    });
  });
  after(async () => {
    for (const database of [earlier, current]) await valueOf(database.close);
    await rm(folder, { recursive: true });
  });

  const emptied = async (): Promise<void> => {
    for (const table of [
      'event_tries',
      'events',
      'idempotency_keys',
      'secrets',
      'facts',
      'turns',
    ]) {
      await valueOf(current.query(`DELETE FROM pasarela_${table}`));
    }
  };
  const openEvents = async () => {
    await emptied();
    return inTurn(createSqlEventStore(current), previousRelease.createSqlEventStore(earlier));
  };
  const openKeys = async () => {
    await emptied();
    return inTurn(
      createSqlIdempotencyStore(current),
      previousRelease.createSqlIdempotencyStore(earlier),
    );
  };
  const framework = forBothReleases(frameworkOf('migrations', undefined));
  describeEventStore('both in turn', { open: openEvents }, framework);
  describeIdempotencyStore('both in turn', { open: openKeys }, framework);
});
