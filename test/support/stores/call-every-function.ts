import { sharedRateLimiter } from '../../../src/adapters/outbound/rate-limits/rate-limiter.js';
import type { Database } from '../../../src/adapters/outbound/sql/database.js';
import { createSqlEventStore } from '../../../src/adapters/outbound/sql/event-store.js';
import { createSqlFindingStore } from '../../../src/adapters/outbound/sql/finding-store.js';
import { createSqlIdempotencyStore } from '../../../src/adapters/outbound/sql/idempotency-store.js';
import { createSqlRefundSums } from '../../../src/adapters/outbound/sql/refund-sums.js';
import { silentLogger } from '../../../src/application/ports/logger.js';
import { eventOf } from '../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { customerId, eventId } from '../../../src/domain/branded.js';
import { keptAnswer, keyedRequest } from '../idempotency/keyed-request.js';

type Stores = {
  readonly createSqlEventStore: typeof createSqlEventStore;
  readonly createSqlIdempotencyStore: typeof createSqlIdempotencyStore;
  /** Absent in earlier releases. */
  readonly createSqlRefundSums?: typeof createSqlRefundSums;
};

const theseStores: Stores = {
  createSqlEventStore,
  createSqlIdempotencyStore,
  createSqlRefundSums,
};

/** Calls every function of the stores in a database, so that they run all their statements. */
export const callEveryFunction = async (
  database: Database,
  stores = theseStores,
): Promise<void> => {
  const events = stores.createSqlEventStore(database);
  const id = eventId('evt_1');
  const owner = 'one';
  await valueOf(events.store(eventOf('evt_1', { object: 'ch_1' }), 1));
  await valueOf(events.find(id));
  for (const filter of [
    {},
    { type: 'a' },
    { state: 'dead' },
    { object_id: 'ch_1' },
    { type: 'a', state: 'dead' },
    { type: 'a', state: 'dead', object_id: 'ch_1' },
  ] as const) {
    await valueOf(events.list({ limit: 5, ...filter }));
    await valueOf(events.list({ limit: 5, starting_after: id, ...filter }));
    await valueOf(events.list({ limit: 5, ending_before: id, ...filter }));
  }
  await valueOf(events.backlog(5));
  await valueOf(events.nextDue(1));
  await valueOf(events.claim({ owner, now: 1, leaseUntil: 9, limit: 5 }));
  await valueOf(events.claim({ owner, now: 20, leaseUntil: 29, limit: 5 }));
  await valueOf(events.extend(id, owner, 10, { now: 5, takenBy: ['mail'] }));
  const ended = { owner, startedAt: 1, endedAt: 2 };
  await valueOf(events.conclude(id, { ...ended, outcome: { _tag: 'Handled' } }));
  await valueOf(events.replay(id, 3));
  for (const filter of [
    {},
    { state: 'dead' },
    { type: 'a' },
    { state: 'dead', type: 'a' },
    { from: 1, to: 2 },
  ] as const) {
    await valueOf(events.replayAll(filter, 3, 5));
    await valueOf(events.replayAll({ ...filter, after: id }, 3, 5));
  }
  for (const state of ['handled', 'ignored', 'dead'] as const) {
    await valueOf(events.dropPayloads(state, 1, 5));
  }
  await valueOf(events.store(eventOf('evt_2', { object: 'ch_2' }), 1));
  await valueOf(events.claim({ owner, now: 30, leaseUntil: 39, limit: 5 }));
  await valueOf(events.conclude(eventId('evt_2'), { ...ended, outcome: { _tag: 'Handled' } }));
  await valueOf(events.dropPayloads('handled', 40, 5));
  // As a version left it that did not store what events are about.
  await valueOf(database.query('UPDATE pasarela_events SET traced = 0 WHERE id = $1', [id]));
  await valueOf(events.eraseCustomer(customerId('cus_1'), 5));
  await valueOf(events.eraseCustomer(customerId('cus_1'), 5));
  await valueOf(events.purge(1, 5));

  const keys = stores.createSqlIdempotencyStore(database);
  const key = { scope: 'shop', key: 'order 42' };
  const request = keyedRequest({ owner });
  await valueOf(keys.claim(request));
  await valueOf(keys.claim({ ...request, key: 'other', scopes: ['shop', 'open'] }));
  await valueOf(keys.claim({ ...request, owner: 'other' }));
  await valueOf(keys.extend({ ...key, owner }, 12, 6));
  await valueOf(keys.release({ ...key, owner }, 'in_doubt'));
  await valueOf(keys.release({ ...key, owner }, 'forget'));
  await valueOf(keys.answer({ ...key, owner }, keptAnswer('text')));
  const after = { scope: 'shop', key: 'a', since: 0 };
  for (const page of [
    {},
    { key: 'order 42' },
    { after },
    { key: 'order 42', after },
    { derivedKeys: ['a derived key', 'another'] },
  ] as const) {
    await valueOf(keys.unsettled({ limit: 5, ...page }));
  }
  const sealed = { ...request, key: 'in doubt', summary: 'sealed' };
  await valueOf(keys.claim(sealed));
  await valueOf(keys.release({ ...key, key: 'in doubt', owner }, 'in_doubt'));
  // The schema of the previous release has no turns.
  if (stores === theseStores) {
    await valueOf(keys.takeLookUp({ turn: 1, first: 30, longest: 100 }, 10));
  }
  await valueOf(keys.findUnsettled(['shop', 'open'], 'order 42'));
  await valueOf(keys.claim({ ...request, now: 20, forgetAnsweredBefore: 9, expired: 'take' }));
  // The schema of the previous release has no columns for them.
  if (stores === theseStores) {
    await valueOf(keys.findAnswer(key));
    await valueOf(keys.refusals({ from: 0, to: 9, limit: 5 }));
    await valueOf(keys.refusals({ from: 0, to: 9, limit: 5, after: { ...key, at: 1 } }));
    await valueOf(keys.forgetRefusal({ ...key, at: 1 }));
  }
  await valueOf(keys.settle(key, { _tag: 'Forget' }, 10));
  await valueOf(keys.settle(key, { _tag: 'Answer', text: 'text' }, 10));
  await valueOf(keys.purge({ answeredBefore: 1, now: 1000, limit: 5 }));
  await valueOf(keys.keepSecret('a secret'));
  await valueOf(keys.scopes(5));
  await valueOf(keys.count);
  // The schema of the previous release has no table for it.
  if (stores === theseStores) {
    await valueOf(keys.owner({ from: null, to: 'acct_1/test' }));
    await valueOf(keys.owner({ from: 'acct_1/test', to: 'acct_1/live' }));
  }

  const sums = stores.createSqlRefundSums?.(database);
  if (sums !== undefined) {
    const refund = {
      id: '1',
      mayRepeat: false,
      client: 'shop',
      day: '2026-01-31',
      currency: 'eur',
      amount: 5,
    };
    await valueOf(sums.count(refund, 10));
    await valueOf(sums.count({ ...refund, id: '2', amount: 6 }, 10));
    await valueOf(sums.settle('1', 4));
    await valueOf(sums.settle('1', 0));
    await valueOf(sums.purge('2026-02-01', 5));
  }

  // The previous release has no findings.
  if (stores === theseStores) {
    const findings = createSqlFindingStore(database);
    const finding = {
      id: 'charged_twice:1',
      rule: 'charged_twice',
      severity: 'error',
      message: 'two charges',
      advice: 'Give one back.',
      since: 1,
    } as const;
    await valueOf(findings.takeRun({ owner, seconds: 5, longest: 10 }, 1));
    await valueOf(findings.holdRun(owner, 5, 2));
    await valueOf(findings.keep([finding], { from: 1, at: 2 }));
    await valueOf(findings.keep([finding], { from: 1, at: 3 }));
    await valueOf(findings.noteFailure(4));
    await valueOf(findings.list(5));
    await valueOf(findings.mark(finding.id, { seenAt: 5, note: 'seen' }));
    await valueOf(findings.summary);
  }

  const limit = sharedRateLimiter({ name: 'requests', perMinute: 5 }, database, silentLogger);
  await limit('client:shop');
};
