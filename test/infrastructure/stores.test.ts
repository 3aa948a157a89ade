import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { checkStore } from '../../src/infrastructure/doctor/check-store.js';
import { openDatabase } from '../../src/infrastructure/stores.js';
import { useSqlite } from '../support/stores/use-sqlite.js';

describe('the folder of a database file', () => {
  const { file } = useSqlite();

  it('is not created for DATABASE_URL: a slip in the path would begin an empty store', async () => {
    const folder = join(`${await file()}-missing`, 'data');
    const store = { kind: 'file', path: join(folder, 'pay.db') } as const;
    const opened = await openDatabase(store)();
    const problem = `the folder ${folder} of DATABASE_URL does not exist: create it, or correct the path`;
    expect(E.isLeft(opened) && opened.left.cause)
      .to.be.an('error')
      .with.property('message', problem);
    expect(await checkStore(store)).to.deep.include({ level: 'error', message: problem });
    expect(existsSync(folder)).to.equal(false);
  });

  it('is created for DATA_DIR', async () => {
    const path = join(`${await file()}-missing`, 'data', 'pay.db');
    const opened = await openDatabase({ kind: 'file', path, createsFolder: true })();
    if (E.isRight(opened)) await opened.right.close();
    expect(existsSync(path)).to.equal(true);
  });
});
