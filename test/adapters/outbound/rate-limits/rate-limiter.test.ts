import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  memoryRateLimiter,
  sharedRateLimiter,
} from '../../../../src/adapters/outbound/rate-limits/rate-limiter.js';
import type { Database } from '../../../../src/adapters/outbound/sql/database.js';
import { storeUnavailable } from '../../../../src/adapters/outbound/sql/database.js';
import { migrateSchema } from '../../../../src/adapters/outbound/sql/migrate.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import type { RateLimiter } from '../../../../src/application/ports/rate-limiter.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import type { StoreUnavailable } from '../../../../src/domain/payment-error.js';
import { useDatabases, usePostgres } from '../../../support/stores/postgres/use-postgres.js';

const limit = { name: 'requests', perMinute: 3 };

/** Calls one after the other: whether each may pass. */
const calls = async (limiters: ReadonlyArray<RateLimiter>, key: string) => {
  const passed: Array<boolean> = [];
  for (const limiter of limiters) passed.push((await limiter(key)) === undefined);
  return passed;
};

describe('memoryRateLimiter', () => {
  it('passes so many calls of a key in a minute, and says when to call again', async () => {
    const limiter = memoryRateLimiter(limit);
    expect(await calls(Array(4).fill(limiter), 'shop')).to.deep.equal([true, true, true, false]);
    expect(await limiter('shop')).to.be.within(1, 60);
    expect(await calls([limiter], 'web')).to.deep.equal([true]);
  });

  it('counts calls that come at once', async () => {
    const limiter = memoryRateLimiter(limit);
    const all = await Promise.all(Array.from({ length: 10 }, () => limiter('shop')));
    expect(all.filter((wait) => wait === undefined)).to.have.length(3);
  });
});

describe('sharedRateLimiter', () => {
  const url = usePostgres();
  const open = useDatabases();

  it('counts together with other instances, and separately for each key and limit', async () => {
    const databases = [await open(url()), await open(url())];
    const [first] = databases;
    if (first === undefined) throw new Error('no database');
    await valueOf(migrateSchema(first, silentLogger));
    const [one, other] = databases.map((each) => sharedRateLimiter(limit, each, silentLogger));
    if (one === undefined || other === undefined) throw new Error('no limiter');
    expect(await calls([one, other, one, other, one], 'shop')).to.deep.equal([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(await one('shop')).to.be.within(1, 60);
    expect(await calls([other], 'web')).to.deep.equal([true]);
    const failed = sharedRateLimiter({ ...limit, name: 'failed' }, first, silentLogger);
    expect(await calls([failed], 'shop')).to.deep.equal([true]);
  });

  it('counts alone while the database fails or hangs, asks it no more for a while, and says so once', async () => {
    const database = await open(url());
    const failures: ReadonlyArray<TE.TaskEither<StoreUnavailable, never>> = [
      TE.left(storeUnavailable(new Error('no connection'))),
      () => new Promise<never>(() => {}),
    ];
    for (const failure of failures) {
      const warnings: Array<string> = [];
      let asked = 0;
      const failing: Database = {
        ...database,
        queryWithoutSync: () => {
          asked += 1;
          return failure;
        },
      };
      const limiter = sharedRateLimiter(limit, failing, {
        warn: (message) => void warnings.push(message),
      });
      expect(await calls(Array(5).fill(limiter), 'shop')).to.deep.equal([
        true,
        true,
        true,
        false,
        false,
      ]);
      expect(asked).to.equal(1);
      expect(warnings).to.deep.equal([
        'this instance counts requests alone, because the store is unavailable',
      ]);
    }
  });
});
