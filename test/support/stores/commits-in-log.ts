import { readFile } from 'node:fs/promises';
import type { Database } from '../../../src/adapters/outbound/sql/database.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';

const logHeader = 32;
const frameHeader = 24;
const salts = 8;

/**
 * The number of commits in the write-ahead log of an SQLite database, by its file format (https://sqlite.org/fileformat2.html#walformat).
 * A frame that ends a transaction tells the size of the database; a frame of an earlier log has other salts.
 */
export const commitsInLog = async ({ query }: Database): Promise<number> => {
  const [row] = await valueOf(query('SELECT file FROM pragma_database_list'));
  const log = await readFile(`${String(row?.['file'])}-wal`);
  const frame = frameHeader + log.readUInt32BE(8);
  const ofThisLog = log.subarray(16, 16 + salts);
  let commits = 0;
  for (let at = logHeader; at + frame <= log.length; at += frame) {
    if (!log.subarray(at + 8, at + 8 + salts).equals(ofThisLog)) break;
    if (log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
};
