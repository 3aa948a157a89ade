import { expect } from 'chai';
import { createSqlIdempotencyStore } from '../../../../../src/adapters/outbound/sql/idempotency-store.js';
import { valueOf } from '../../../../../src/contract/stores/store-assertions.js';
import { keyedRequest } from '../../../../support/idempotency/keyed-request.js';
import { commitsInLog } from '../../../../support/stores/commits-in-log.js';
import { usePostgresStores } from '../../../../support/stores/postgres/use-postgres.js';
import { recordedDatabase } from '../../../../support/stores/recorded-database.js';
import { useSqlite } from '../../../../support/stores/use-sqlite.js';

describe('idempotency keys that are claimed together in SQLite', () => {
  const { fresh } = useSqlite();

  it('wait for the disk together', async () => {
    const database = await fresh();
    const { claim } = createSqlIdempotencyStore(database);
    const before = await commitsInLog(database);
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        valueOf(claim(keyedRequest({ key: `order ${n % 30}`, owner: `owner ${n}` }))),
      ),
    );
    expect((await commitsInLog(database)) - before).to.equal(1);
    // Ten keys were used twice: the first request has each of them.
    expect(claims.map(({ _tag }) => _tag)).to.deep.equal(
      Array.from({ length: 40 }, (_, n) => (n < 30 ? 'Claimed' : 'InUse')),
    );
  });
});

describe('idempotency keys that are claimed together in PostgreSQL', () => {
  const { fresh, another } = usePostgresStores();

  it('have the first request of each key', async () => {
    const { claim } = createSqlIdempotencyStore(await fresh());
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        valueOf(claim(keyedRequest({ key: `order ${n % 30}`, owner: `owner ${n}` }))),
      ),
    );
    expect(claims.map(({ _tag }) => _tag)).to.deep.equal(
      Array.from({ length: 40 }, (_, n) => (n < 30 ? 'Claimed' : 'InUse')),
    );
  });

  it('see a key under a former scope of another one', async () => {
    const { claim } = createSqlIdempotencyStore(await fresh());
    const claims = await Promise.all([
      valueOf(claim(keyedRequest({ scopes: ['client:shop'], owner: 'one' }))),
      valueOf(claim(keyedRequest({ scopes: ['open', 'client:shop'], owner: 'two' }))),
      valueOf(
        claim(
          keyedRequest({
            scopes: ['other', 'client:shop'],
            owner: 'three',
            fingerprints: [{ secret: 's1', value: 'another fingerprint' }],
          }),
        ),
      ),
    ]);
    expect(claims.map(({ _tag }) => _tag)).to.deep.equal(['Claimed', 'InUse', 'Claimed']);
  });

  it('share their statements if they have former scopes', async () => {
    const ran: Array<string> = [];
    const database = recordedDatabase(await fresh(), (sql) => ran.push(sql));
    const { claim } = createSqlIdempotencyStore(database);
    // The store has made statements that it has not run.
    ran.length = 0;
    const scopes = ['client:shop', 'open'] as const;
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        valueOf(claim(keyedRequest({ scopes, key: `order ${n}`, owner: `owner ${n}` }))),
      ),
    );
    expect(claims.map(({ _tag }) => _tag)).to.deep.equal(
      Array.from({ length: 20 }, () => 'Claimed'),
    );
    expect(ran.map((sql) => sql.trim().slice(0, 6))).to.deep.equal(['INSERT', 'SELECT']);
  });

  it('of two that use the former scope of each other, have one request at most', async () => {
    const database = await fresh();
    const one = createSqlIdempotencyStore(database);
    const other = createSqlIdempotencyStore(await another());
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, n) => [
        valueOf(one.claim(keyedRequest({ scopes: ['a', 'b'], key: `order ${n}`, owner: 'one' }))),
        valueOf(other.claim(keyedRequest({ scopes: ['b', 'a'], key: `order ${n}`, owner: 'two' }))),
      ]).flat(),
    );
    const tags = claims.map(({ _tag }) => _tag);
    const pairs = Array.from({ length: 20 }, (_, n) => tags.slice(2 * n, 2 * n + 2));
    expect(
      pairs.filter((pair) => pair.filter((tag) => tag === 'Claimed').length !== 1),
    ).to.deep.equal([]);
  });
});
