import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Database } from '../../../../../src/adapters/outbound/sql/database.js';
import { createSqlIdempotencyStore } from '../../../../../src/adapters/outbound/sql/idempotency-store.js';
import { valueOf } from '../../../../../src/contract/stores/store-assertions.js';
import { keptAnswer, keyedRequest } from '../../../../support/idempotency/keyed-request.js';
import { usePostgresStores } from '../../../../support/stores/postgres/use-postgres.js';
import { useSqlite } from '../../../../support/stores/use-sqlite.js';
import { until } from '../../../../support/time/until.js';

const numbers = Array.from({ length: 20 }, (_, n) => n);
const request = (n: number) => keyedRequest({ key: `order ${n}`, owner: `owner ${n}` });
const lease = (n: number) => ({ scope: 'shop', key: `order ${n}`, owner: `owner ${n}` });

const claimed = async (database: Database) => {
  const keys = createSqlIdempotencyStore(database);
  await Promise.all(numbers.map((n) => valueOf(keys.claim(request(n)))));
  return keys;
};

const textsIn = async ({ findAnswer }: ReturnType<typeof createSqlIdempotencyStore>) =>
  Promise.all(numbers.map(async (n) => (await valueOf(findAnswer(lease(n))))?.text ?? null));

const stores: Readonly<Record<string, () => { readonly fresh: () => Promise<Database> }>> = {
  SQLite: useSqlite,
  PostgreSQL: usePostgresStores,
};

for (const [name, use] of Object.entries(stores)) {
  describe(`answers of idempotency keys that come together in ${name}`, () => {
    const { fresh } = use();

    it('are stored, each under its own key', async () => {
      const keys = await claimed(await fresh());
      const stored = await Promise.all(
        numbers.map((n) => valueOf(keys.answer(lease(n), keptAnswer(`answer ${n}`)))),
      );
      expect(stored).to.deep.equal(numbers.map(() => true));
      expect(await textsIn(keys)).to.deep.equal(numbers.map((n) => `answer ${n}`));
    });

    it('fail alone if the database refuses one of them', async () => {
      const keys = await claimed(await fresh());
      const outcomes = await Promise.all(
        numbers.map((n) => keys.answer(lease(n), keptAnswer(n === 7 ? '\0' : 'kept'))()),
      );
      expect(outcomes.map(E.isRight)).to.deep.equal(numbers.map((n) => n !== 7));
      expect(await textsIn(keys)).to.deep.equal(numbers.map((n) => (n === 7 ? null : 'kept')));
    });

    it('are not stored for a lease that has ended, or a second time', async () => {
      const keys = await claimed(await fresh());
      const leases = [lease(1), { ...lease(2), owner: 'another' }, lease(3), lease(3)];
      const stored = await Promise.all(
        leases.map((one) => valueOf(keys.answer(one, keptAnswer('kept')))),
      );
      expect(stored.slice(0, 2)).to.deep.equal([true, false]);
      expect(stored.slice(2)).to.have.members([true, false]);
    });
  });
}

describe('a connection to PostgreSQL that is lost in the middle of a group', () => {
  const { fresh, another } = usePostgresStores();

  /** Holds what the group needs, ends its connection while it waits for that, and lets it go. */
  const cutWhile = async <A>(
    hold: readonly [sql: string, values?: ReadonlyArray<string>],
    group: () => Promise<A>,
  ): Promise<A> => {
    const other = await another();
    const waiting = `FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    let running: Promise<A> | undefined;
    await valueOf(
      other.transaction((query) => async () => {
        await valueOf(query(...hold));
        running = group();
        const watcher = await another();
        await until(async () => (await valueOf(watcher.query(`SELECT pid ${waiting}`))).length > 0);
        await valueOf(watcher.query(`SELECT pg_terminate_backend(pid) ${waiting}`));
        await running;
        return E.left({ _tag: 'StoreUnavailable', cause: new Error('rolled back') } as const);
      }),
    ).catch(() => undefined);
    if (running === undefined) throw new Error('the group did not begin');
    return running;
  };

  it('leaves no key claimed, and all can be claimed again', async () => {
    const keys = createSqlIdempotencyStore(await fresh());
    const outcomes = await cutWhile(
      [
        `INSERT INTO pasarela_idempotency_keys (scope, key, fingerprint, created_at, in_doubt, lease_until)
        VALUES ('shop', $1, '', 0, 0, 0)`,
        ['order 3'],
      ],
      () => Promise.all(numbers.map((n) => keys.claim(request(n))())),
    );
    expect(outcomes.every(E.isLeft)).to.equal(true);
    const again = await Promise.all(numbers.map((n) => valueOf(keys.claim(request(n)))));
    expect(again.map(({ _tag }) => _tag)).to.deep.equal(numbers.map(() => 'Claimed'));
  });

  it('stores no answer, and all can be stored again', async () => {
    const keys = await claimed(await fresh());
    const answerAll = () =>
      Promise.all(numbers.map((n) => keys.answer(lease(n), keptAnswer(`answer ${n}`))()));
    const outcomes = await cutWhile(
      ['LOCK TABLE pasarela_idempotency_keys IN SHARE MODE'],
      answerAll,
    );
    expect(outcomes.every(E.isLeft)).to.equal(true);
    expect(await textsIn(keys)).to.deep.equal(numbers.map(() => null));
    expect(await answerAll()).to.deep.equal(numbers.map(() => E.right(true)));
  });
});

describe('an idempotency key that another transaction has locked in PostgreSQL', () => {
  const { fresh, another } = usePostgresStores();

  it('delays its own answer, and none of those that come with it', async () => {
    const keys = await claimed(await fresh());
    const stored: Array<number> = [];
    const answerOf = async (n: number): Promise<void> => {
      if (await valueOf(keys.answer(lease(n), keptAnswer(`answer ${n}`)))) stored.push(n);
    };
    let answers: Promise<unknown> = Promise.resolve();
    const locked = (await another()).transaction((query) =>
      pipe(
        query('SELECT key FROM pasarela_idempotency_keys WHERE key = $1 FOR UPDATE', ['order 3']),
        TE.flatMap(() => async () => {
          answers = Promise.all(numbers.map(answerOf));
          await until(() => stored.length === numbers.length - 1);
          return E.right(stored.includes(3));
        }),
      ),
    );
    expect(await valueOf(locked)).to.equal(false);
    await answers;
    expect(stored).to.have.members(numbers);
    expect(await textsIn(keys)).to.deep.equal(numbers.map((n) => `answer ${n}`));
  });
});
