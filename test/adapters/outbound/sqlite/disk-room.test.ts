import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { hasRoomBeside } from '../../../../src/adapters/outbound/sqlite/disk-room.js';

describe('room beside a database', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-room-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  for (const files of [[], ['a.db'], ['a.db', 'a.db-wal']]) {
    it(`is found, and nothing stays, next to ${files.join(' and ') || 'nothing'}`, async () => {
      for (const name of files) await writeFile(join(folder, name), 'rows');
      expect(await hasRoomBeside(join(folder, 'a.db'))()).to.deep.equal(E.right(undefined));
      expect((await readdir(folder)).toSorted()).to.deep.equal(files);
    });
  }

  it('is not denied for a reason that is not the room', async () => {
    const gone = join(folder, 'gone', 'a.db');
    expect(await hasRoomBeside(gone)()).to.deep.equal(E.right(undefined));
  });
});
