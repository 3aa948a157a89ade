import { expect } from 'chai';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { keptAnswer, keyedRequest } from '../../../support/idempotency/keyed-request.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

describe('the idempotency store in a database', () => {
  const { fresh } = useSqlite();

  it('waits for the disk except at the end of a lease', async () => {
    const database = await fresh();
    const notAwaited: Array<string> = [];
    const store = createSqlIdempotencyStore({
      ...database,
      changeWithoutSync: (sql, values) => {
        notAwaited.push(sql.trim().slice(0, 6));
        return database.changeWithoutSync(sql, values);
      },
    });
    const leaseOf = async (key: string) => {
      const { owner, now } = keyedRequest();
      await valueOf(store.claim(keyedRequest({ key })));
      const lease = { scope: 'shop', key, owner };
      expect(await valueOf(store.extend(lease, 20, now))).to.equal(true);
      return lease;
    };
    const answered = await leaseOf('1');
    const doubted = await leaseOf('2');
    const forgotten = await leaseOf('3');
    expect(notAwaited).to.deep.equal([]);
    await valueOf(store.answer(answered, keptAnswer('an answer')));
    await valueOf(store.release(doubted, 'in_doubt'));
    await valueOf(store.release(forgotten, 'forget'));
    expect(notAwaited).to.deep.equal(['UPDATE', 'UPDATE', 'DELETE']);
  });
});
