import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../src/adapters/outbound/sql/database.js';
import { migrateSchema } from '../../../src/adapters/outbound/sql/migrate.js';
import { openSqlite } from '../../../src/adapters/outbound/sqlite/open-sqlite.js';
import { silentLogger } from '../../../src/application/ports/logger.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { capturedOutput } from '../service/captured-log.js';

// Linux keeps these files in memory, where no commit waits for a disk.
const inMemory = '/dev/shm';

const writableFolder = (): string => {
  try {
    accessSync(inMemory, constants.W_OK);
    return inMemory;
  } catch {
    return tmpdir();
  }
};

/** Databases in separate files, removed after each test. `another` opens the last file a second time. */
export const useSqlite = (): {
  readonly file: () => Promise<string>;
  readonly open: (path: string) => Promise<Database>;
  readonly fresh: () => Promise<Database>;
  readonly another: () => Promise<Database>;
} => {
  const folders: Array<string> = [];
  const opened: Array<Database> = [];
  afterEach(async () => {
    for (const database of opened.splice(0)) await valueOf(database.close);
    for (const folder of folders.splice(0)) {
      await capturedOutput.folder(folder);
      await rm(folder, { recursive: true });
    }
  });

  const pathIn = (folder: string): string => join(folder, 'store.db');
  const file = async (): Promise<string> => {
    const folder = await mkdtemp(join(writableFolder(), 'pasarela-sqlite-'));
    folders.push(folder);
    return pathIn(folder);
  };
  const open = async (path: string): Promise<Database> => {
    const database = await valueOf(openSqlite(path));
    opened.push(database);
    return database;
  };
  const migrated = async (path: string): Promise<Database> => {
    const database = await open(path);
    await valueOf(migrateSchema(database, silentLogger));
    return database;
  };
  return {
    file,
    open,
    fresh: async () => migrated(await file()),
    another: () => migrated(pathIn(folders.at(-1) ?? '')),
  };
};
