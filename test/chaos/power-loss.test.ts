import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Database } from '../../src/adapters/outbound/sql/database.js';
import { createSqlIdempotencyStore } from '../../src/adapters/outbound/sql/idempotency-store.js';
import { valueOf } from '../../src/contract/stores/store-assertions.js';
import { keptAnswer, keyedRequest } from '../support/idempotency/keyed-request.js';
import { useSqlite } from '../support/stores/use-sqlite.js';
import { chaosSeed, drawn } from './draw.js';

/** The two files of a SQLite database, as programs read them: the disk may have less. */
type Files = { readonly db: Buffer; readonly log: Buffer };

const readFiles = async (path: string): Promise<Files> => ({
  db: await readFile(path),
  log: await readFile(`${path}-wal`),
});

const sectorLength = 512;
// Its salts tell the frames of a log from those of the log before it, in the same file.
const logHeaderLength = 32;
const fullSync = 2;

/**
 * A file after a loss of power: each sector is the one that was synced or the one that was written since, or all are new up to a byte and
 * old from there on.
 */
const afterLoss = (synced: Buffer, written: Buffer, name: string): Buffer => {
  const isTorn = drawn(`${name} way`) < 0.5;
  const end = Math.floor(drawn(`${name} end`) * (written.length + 1));
  if (isTorn) return Buffer.concat([written.subarray(0, end), synced.subarray(end)]);
  const length = Math.max(synced.length, written.length);
  const sectors: Array<Buffer> = [];
  for (let at = 0; at < length; at += sectorLength) {
    const from = drawn(`${name} sector ${at}`) < 0.7 ? written : synced;
    const sector = from.subarray(at, at + sectorLength);
    if (sector.length === 0) break;
    sectors.push(sector);
  }
  return Buffer.concat(sectors);
};

const headerOf = (log: Buffer): Buffer => log.subarray(0, logHeaderLength);

/**
 * The files after a loss of power at any moment since `synced` was on the disk. SQLite syncs the header of a new log before it writes
 * its frames, and the log before it copies that into the file.
 */
const imageOf = (synced: Files, written: Files, name: string): Files => {
  const isSameLog = headerOf(synced.log).equals(headerOf(written.log));
  if (isSameLog && !synced.db.equals(written.db)) {
    return { db: afterLoss(synced.db, written.db, `${name} db`), log: written.log };
  }
  const before = isSameLog
    ? synced.log
    : Buffer.concat([headerOf(written.log), synced.log.subarray(logHeaderLength)]);
  const log = afterLoss(before, written.log, `${name} log`);
  headerOf(before).copy(log);
  return { db: written.db, log };
};

// Longer than a page.
const textOf = (key: string): string => key.repeat(700);

type Row = { readonly key: unknown; readonly answer: unknown };

describe('a loss of power', () => {
  const { fresh, file, open } = useSqlite();
  const levelOf = async ({ query }: Database): Promise<unknown> =>
    (await valueOf(query('SELECT synchronous FROM pragma_synchronous')))[0]?.['synchronous'];

  const pathOf = async ({ query }: Database): Promise<string> =>
    String((await valueOf(query('SELECT file FROM pragma_database_list')))[0]?.['file']);

  /** Opens the files as the next process does, and reads the keys. */
  const keysIn = async ({ db, log }: Files): Promise<ReadonlyArray<Row>> => {
    const path = await file();
    await writeFile(path, db);
    await writeFile(`${path}-wal`, log);
    const database = await open(path);
    const [checked] = await valueOf(database.query('SELECT * FROM pragma_integrity_check'));
    expect(checked).to.deep.equal({ integrity_check: 'ok' });
    const rows = await valueOf(database.query('SELECT key, answer FROM pasarela_idempotency_keys'));
    await valueOf(database.close);
    return rows.map(({ key, answer }) => ({ key, answer }));
  };

  /**
   * Claims and answers keys, alone and together, and loses the power after some steps. Returns how many claims were lost of which the
   * caller had been told. `syncs`: whether a sync of SQLite reaches the disk.
   */
  const lostClaims = async (syncs: boolean, steps: number): Promise<number> => {
    const database = await fresh();
    const { claim, answer } = createSqlIdempotencyStore(database);
    const path = await pathOf(database);
    const told = new Set<string>();
    const asked = new Set<string>();
    const working: Array<string> = [];
    const seen = { images: 0, logs: 0, copies: 0 };
    let synced = await readFiles(path);
    let lost = 0;

    const claimNext = async (): Promise<void> => {
      const key = `order ${asked.size}`;
      asked.add(key);
      const claimed = await valueOf(claim(keyedRequest({ key, owner: key })));
      expect(claimed._tag).to.equal('Claimed');
      told.add(key);
      working.push(key);
    };

    for (let step = 0; step < steps; step += 1) {
      const name = `power ${syncs} ${step}`;
      const answers = working.splice(0, Math.floor(drawn(`${name} answers`) * 5));
      const claims = Math.floor(drawn(`${name} claims`) * 5);
      await Promise.all([
        ...answers.map(async (key) => {
          const lease = { scope: keyedRequest().scopes[0], key, owner: key };
          expect(await valueOf(answer(lease, keptAnswer(textOf(key))))).to.equal(true);
        }),
        ...Array.from({ length: claims }, claimNext),
      ]);
      const written = await readFiles(path);
      // The last transaction of a step with claims has one of them.
      const isSynced = syncs && (await levelOf(database)) === fullSync;
      if (claims > 0 && syncs) expect(isSynced, 'claims are synced').to.equal(true);
      if (!headerOf(written.log).equals(headerOf(synced.log))) seen.logs += 1;
      if (!written.db.equals(synced.db)) seen.copies += 1;
      // Until the commit of this step, only the earlier claims had been told.
      if (drawn(`${name} loss`) < 0.3 || !written.db.equals(synced.db)) {
        const toldBefore = new Set([...told].slice(0, isSynced ? told.size - claims : told.size));
        const rows = await keysIn(imageOf(synced, written, name));
        const kept = new Set(rows.map(({ key }) => String(key)));
        for (const { key } of rows) expect(asked.has(String(key)), String(key)).to.equal(true);
        for (const { key, answer: text } of rows) {
          if (text !== null) expect(text).to.equal(textOf(String(key)));
        }
        lost += [...toldBefore].filter((key) => !kept.has(key)).length;
        seen.images += 1;
      }
      if (isSynced) {
        synced = written;
        const rows = step % 25 === 0 ? await keysIn(synced) : undefined;
        if (rows !== undefined) expect(rows).to.have.length(told.size);
      }
    }
    if (!syncs) return lost;
    expect(seen.images).to.be.above(10);
    // The steps began new logs, and copied logs into the file.
    expect(seen.logs, 'logs').to.be.above(0);
    expect(seen.copies, 'copies').to.be.above(0);
    return lost;
  };

  it(`loses no claim that a caller was told, and no part of the store (seed ${chaosSeed})`, async () => {
    expect(await lostClaims(true, 150)).to.equal(0);
  });

  it(`would lose claims if the system did not sync (seed ${chaosSeed})`, async () => {
    expect(await lostClaims(false, 20)).to.be.above(0);
  });
});
