import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type Database,
  type SqlRow,
  storeUnavailable,
} from '../../../../src/adapters/outbound/sql/database.js';
import { watchWrites } from '../../../../src/adapters/outbound/sql/write-health.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

const full = storeUnavailable(new Error('full'));
const refused = storeUnavailable(new Error('refused'));

type Outcome = E.Either<typeof full, ReadonlyArray<SqlRow>>;
const succeeded: Outcome = E.right([]);

describe('the watch on the writes to a database', () => {
  const { fresh } = useSqlite();

  const watch = async () => {
    const now = { ms: 0, write: succeeded, hasRoom: true };
    const suspicions: Array<boolean> = [];
    const answer = () => TE.fromEither(now.write);
    const database: Database = {
      ...(await fresh()),
      query: answer,
      queryWithoutSync: answer,
      isOutage: (failure) => failure !== refused,
      hasRoom: (suspected) => {
        suspicions.push(suspected);
        return now.hasRoom ? TE.right(undefined) : TE.left(full);
      },
    };
    const watched = watchWrites(database, () => now.ms);
    const write = async (outcome: Outcome, sql = 'INSERT') => {
      now.write = outcome;
      await watched.database.query(sql)();
    };
    const failing = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) await write(E.left(full));
    };
    const isReady = async (): Promise<boolean> => E.isRight(await watched.ready());
    return { now, suspicions, write, failing, isReady };
  };

  for (const { failed, of, isReady } of [
    { failed: 2, of: 4, isReady: true },
    { failed: 3, of: 14, isReady: false },
    { failed: 3, of: 16, isReady: false },
    { failed: 3, of: 18, isReady: true },
    { failed: 10, of: 50, isReady: false },
  ]) {
    it(`is ${isReady ? '' : 'not '}ready after ${failed} of ${of} writes have failed`, async () => {
      const { write, failing, ...watched } = await watch();
      // No three failures in a row.
      for (let n = 0; n < of; n += 1) {
        if (n % 2 === 0 && n >= of - 2 * failed) await failing(1);
        else await write(succeeded);
      }
      expect(await watched.isReady()).to.equal(isReady);
    });
  }

  it('counts neither reads nor statements that are refused because of their values', async () => {
    const { write, isReady } = await watch();
    for (let n = 0; n < 5; n += 1) {
      await write(E.left(full), ' SELECT 1');
      await write(E.left(refused));
    }
    expect(await isReady()).to.equal(true);
  });

  it('forgets failures among others after ten seconds', async () => {
    const { now, write, failing, isReady } = await watch();
    await failing(2);
    await write(succeeded);
    now.ms = 10_000;
    await failing(1);
    expect(await isReady()).to.equal(true);
    await write(succeeded);
    now.ms = 14_999;
    await failing(2);
    expect(await isReady()).to.equal(false);
  });

  it('is not ready after three failures in a row, however slowly they come', async () => {
    const { now, write, failing, isReady } = await watch();
    for (let n = 0; n < 2; n += 1) {
      now.ms += 3_600_000;
      await failing(1);
    }
    await write(succeeded);
    for (let n = 0; n < 3; n += 1) {
      expect(await isReady()).to.equal(true);
      now.ms += 3_600_000;
      await failing(1);
    }
    expect(await isReady()).to.equal(false);
  });

  it('recovers by a check that needs new pages, a second after the failures at the earliest', async () => {
    const { now, suspicions, failing, isReady } = await watch();
    expect(await isReady()).to.equal(true);
    await failing(3);
    now.ms = 999;
    expect(await isReady()).to.equal(false);
    expect(suspicions).to.deep.equal([false]);
    now.ms = 1000;
    now.hasRoom = false;
    expect([await isReady(), await isReady()]).to.deep.equal([false, false]);
    now.hasRoom = true;
    expect(await isReady()).to.equal(true);
    expect(suspicions).to.deep.equal([false, true, true, true]);
    // The earlier failures count no more.
    await failing(2);
    expect(await isReady()).to.equal(true);
    expect(suspicions.at(-1)).to.equal(false);
  });

  it('recovers later after each relapse, and after half a minute at most', async () => {
    const { now, failing, isReady } = await watch();
    const pauses: Array<number> = [];
    for (let n = 0; n < 8; n += 1) {
      await failing(3);
      const from = now.ms;
      while (!(await isReady())) now.ms += 1000;
      pauses.push((now.ms - from) / 1000);
    }
    expect(pauses).to.deep.equal([1, 2, 4, 8, 16, 30, 30, 30]);
    now.ms += 60_000;
    await failing(3);
    now.ms += 1000;
    expect(await isReady()).to.equal(true);
  });
});
