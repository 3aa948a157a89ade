import { expect } from 'chai';
import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import { migrateSchema } from '../../../../src/adapters/outbound/sql/migrate.js';
import { systemClock } from '../../../../src/adapters/outbound/system-time.js';
import type { EventStore } from '../../../../src/application/ports/event-store.js';
import type { IdempotencyStore } from '../../../../src/application/ports/idempotency-store.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { eventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { eventId } from '../../../../src/domain/branded.js';
import { useDatabases, usePostgres } from '../../../support/stores/postgres/use-postgres.js';

const hour = 3600;
const day = 24 * hour;
const leaseSeconds = 600;

/** The store of an instance whose clock is ahead of the server's by this many seconds. */
const instance = (store: EventStore, ahead: number) => {
  const clock = () => systemClock() + ahead;
  return {
    clock,
    put: (id: string) => valueOf(store.store(eventOf(id), clock())),
    claim: async (owner: string) => {
      const now = clock();
      const by = { owner, now, leaseUntil: now + leaseSeconds, limit: 5 };
      return (await valueOf(store.claim(by))).map(({ stored }) => stored.id);
    },
    extend: (id: string, owner: string) => {
      const now = clock();
      return valueOf(store.extend(id, owner, now + leaseSeconds, { now, takenBy: [] }));
    },
    fail: (id: string, owner: string, pause: number) => {
      const now = clock();
      const outcome = { _tag: 'Failed', error: 'no room', nextAttemptAt: now + pause } as const;
      return valueOf(store.conclude(id, { owner, startedAt: now, endedAt: now, outcome }));
    },
    ignore: (id: string) => valueOf(store.store(eventOf(id), clock(), 'nobody')),
    /** Drops what is older than a day, and forgets it. */
    forget: async () => {
      const [now, before] = [clock(), clock() - day];
      const dropped = await valueOf(store.dropPayloads('ignored', before, 5, now));
      return [dropped, await valueOf(store.purge(before, 5, now))];
    },
    replay: (id: string) => valueOf(store.replay(eventId(id), clock())),
    /** Seconds from now. */
    nextDue: async () => {
      const now = clock();
      return ((await valueOf(store.nextDue(now))) ?? Number.NaN) - now;
    },
  };
};

/** The key store of such an instance, and one key. */
const keysOf = (store: IdempotencyStore, ahead: number, owner: string) => {
  const clock = () => systemClock() + ahead;
  const lease = { scope: 'shop', key: 'order 42', owner };
  return {
    clock,
    claim: async () => {
      const now = clock();
      const claimed = await valueOf(
        store.claim({
          scopes: [lease.scope],
          key: lease.key,
          fingerprints: [{ secret: 's1', value: 'same' }],
          firstSent: { operation: 'createPaymentIntent', derivedKey: 'derived', settings: '{}' },
          owner,
          now,
          leaseUntil: now + leaseSeconds,
          forgetAnsweredBefore: now - day,
        }),
      );
      return claimed._tag === 'InUse'
        ? [
            'InUse',
            claimed.leaseUntil - now > leaseSeconds - 60 &&
              claimed.leaseUntil - now <= leaseSeconds + 1,
          ]
        : claimed._tag;
    },
    extend: () => valueOf(store.extend(lease, clock() + leaseSeconds, clock())),
    answer: () =>
      valueOf(
        store.answer(lease, {
          text: 'paid',
          fingerprint: { secret: 's1', value: 'same' },
          at: clock(),
          keptFor: 30 * day,
          refused: false,
        }),
      ),
    purge: () => {
      const now = clock();
      return valueOf(store.purge({ answeredBefore: now - day, now, limit: 5 }));
    },
    settle: () => valueOf(store.settle(lease, { _tag: 'Forget' }, clock())),
  };
};

describe('instances with clocks hours apart that share a PostgreSQL database', () => {
  const url = usePostgres();
  const open = useDatabases();

  const instances = async () => {
    const [one, other] = await Promise.all([open(url()), open(url())]);
    await valueOf(migrateSchema(one, silentLogger));
    await valueOf(one.query('TRUNCATE pasarela_events, pasarela_event_tries'));
    return {
      behind: instance(createSqlEventStore(one), -5 * hour),
      ahead: instance(createSqlEventStore(other), 3 * hour),
      /** Moves everything that waits this many seconds into the past. */
      pass: (seconds: number) =>
        valueOf(
          one.query('UPDATE pasarela_events SET next_attempt_at = next_attempt_at - $1', [seconds]),
        ),
    };
  };

  it('do not claim events that another has leased until the lease expires', async () => {
    const { behind, ahead, pass } = await instances();
    await behind.put('evt_1');
    expect(await behind.claim('behind')).to.deep.equal(['evt_1']);
    expect(await ahead.claim('ahead')).to.deep.equal([]);
    await pass(leaseSeconds - 60);
    expect(await behind.extend('evt_1', 'behind')).to.equal(true);
    await pass(leaseSeconds - 60);
    expect(await ahead.claim('ahead')).to.deep.equal([]);
    await pass(60);
    expect(await ahead.claim('ahead')).to.deep.equal(['evt_1']);
    expect(await behind.claim('behind')).to.deep.equal([]);
    await pass(leaseSeconds);
    expect(await behind.claim('behind')).to.deep.equal(['evt_1']);
  });

  it('claim events immediately after another has stored or replayed them', async () => {
    const { behind, ahead } = await instances();
    await ahead.put('evt_1');
    expect(await behind.claim('behind')).to.deep.equal(['evt_1']);
    await behind.fail('evt_1', 'behind', 5 * hour);
    await ahead.replay('evt_1');
    expect(await behind.claim('again')).to.deep.equal(['evt_1']);
  });

  it('wait the given time between two tries, each by its own clock', async () => {
    const { behind, ahead, pass } = await instances();
    await ahead.put('evt_1');
    await ahead.claim('ahead');
    await ahead.fail('evt_1', 'ahead', 300);
    // The test takes less than a minute.
    for (const one of [behind, ahead]) expect(await one.nextDue()).to.be.within(240, 301);
    expect(await behind.claim('behind')).to.deep.equal([]);
    await pass(301);
    expect(await behind.claim('behind')).to.deep.equal(['evt_1']);
  });

  it('do not take a leased key, and do not wait for an expired lease', async () => {
    const [one, other] = await Promise.all([open(url()), open(url())]);
    await valueOf(migrateSchema(one, silentLogger));
    const pass = (seconds: number) =>
      valueOf(
        one.query('UPDATE pasarela_idempotency_keys SET lease_until = lease_until - $1', [seconds]),
      );
    const behind = keysOf(createSqlIdempotencyStore(one), -5 * hour, 'behind');
    const ahead = keysOf(createSqlIdempotencyStore(other), 3 * hour, 'ahead');

    expect(await behind.claim()).to.equal('Claimed');
    expect(await ahead.claim()).to.deep.equal(['InUse', true]);
    expect(await ahead.settle()).to.equal(false);
    await pass(leaseSeconds - 60);
    expect(await behind.extend()).to.equal(true);
    expect(await ahead.claim()).to.deep.equal(['InUse', true]);
    await pass(leaseSeconds);
    expect(await ahead.claim()).to.equal('Claimed');
    expect(await behind.extend()).to.equal(false);
    expect(await behind.claim()).to.deep.equal(['InUse', true]);
    await pass(leaseSeconds);
    expect(await behind.claim()).to.equal('Claimed');
    await pass(leaseSeconds);
    expect(await behind.settle()).to.equal(true);
    expect(await ahead.claim()).to.equal('Claimed');
  });

  it('delete the responses of keys only when they are old by the clock of the server too', async () => {
    const [one, other] = await Promise.all([open(url()), open(url())]);
    await valueOf(migrateSchema(one, silentLogger));
    await valueOf(one.query('TRUNCATE pasarela_idempotency_keys'));
    const right = keysOf(createSqlIdempotencyStore(one), 0, 'right');
    const ahead = keysOf(createSqlIdempotencyStore(other), 31 * day, 'ahead');
    const pass = (seconds: number) =>
      valueOf(
        one.query('UPDATE pasarela_idempotency_keys SET answered_at = answered_at - $1', [seconds]),
      );

    await right.claim();
    await right.answer();
    expect(await ahead.purge()).to.equal(0);
    await pass(30 * day - hour);
    expect(await ahead.purge()).to.equal(0);
    expect(await right.claim()).to.equal('Answered');
    await pass(2 * hour);
    expect(await right.purge()).to.equal(1);
  });

  it('drop and forget events only when they are old by the clock of the server too', async () => {
    const [one, other] = await Promise.all([open(url()), open(url())]);
    await valueOf(migrateSchema(one, silentLogger));
    await valueOf(one.query('TRUNCATE pasarela_events, pasarela_event_tries'));
    const right = instance(createSqlEventStore(one), 0);
    const ahead = instance(createSqlEventStore(other), 31 * day);
    const pass = (seconds: number) =>
      valueOf(one.query('UPDATE pasarela_events SET received_at = received_at - $1', [seconds]));

    await right.ignore('evt_1');
    expect(await ahead.forget()).to.deep.equal([0, 0]);
    await pass(day - hour);
    expect(await ahead.forget()).to.deep.equal([0, 0]);
    await pass(2 * hour);
    expect(await ahead.forget()).to.deep.equal([1, 1]);
  });
});
