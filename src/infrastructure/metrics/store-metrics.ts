import * as E from 'fp-ts/lib/Either.js';
import type * as T from 'fp-ts/lib/Task.js';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../application/ports/clock.js';
import type { EventBacklog, EventStore } from '../../application/ports/event-store.js';
import type { FindingStore, FindingsSummary } from '../../application/ports/finding-store.js';
import type { IdempotencyStore, UnsettledKey } from '../../application/ports/idempotency-store.js';
import { singleFlight } from '../../application/single-flight.js';
import { settlesWithin } from '../settles-within.js';

/** The questions of the metrics to the stores. */
export type MeasuredStores = {
  readonly eventStore: Pick<EventStore, 'backlog' | 'ready'>;
  readonly idempotencyStore: Pick<IdempotencyStore, 'unsettled'>;
  readonly clock: Clock;
  /** Absent: the service does not reconcile. */
  readonly findingStore?: Pick<FindingStore, 'summary'>;
};

/** Counts end here, so that a scrape costs the same however much waits. */
const mostEvents = 10_000;
const mostKeys = 1000;

const patienceMs = 1000;

// Several Prometheus servers may scrape one after the other.
const keptMs = 5000;

type MakeGauge = (name: string, help: string, labelNames?: ReadonlyArray<string>) => Gauge;

const reconciliationGauges = (gauge: MakeGauge) => {
  const findings = gauge(
    'reconcile_findings',
    'Findings of the reconciliation in the service, by rule, and whether somebody has marked them as seen',
    ['rule', 'severity', 'seen'],
  );
  const success = gauge(
    'reconcile_last_success_timestamp_seconds',
    'When the reconciliation in the service last ended well, Unix seconds; 0: never',
  );
  const up = gauge('reconcile_up', 'Whether the last reconciliation in the service ended well');
  return {
    show: ({ succeededAt, failedAt, findings: found }: FindingsSummary): void => {
      findings.reset();
      for (const { rule, severity, seen, count } of found) {
        findings.set({ rule, severity, seen: String(seen) }, count);
      }
      success.set(succeededAt ?? 0);
      up.set((failedAt ?? 0) > (succeededAt ?? 0) ? 0 : 1);
    },
    showNothing: (): void => {
      findings.reset();
      for (const stale of [success, up]) stale.remove();
    },
  };
};

/**
 * Gauges of what waits in the stores. Returns a function that asks the stores and resolves within a second, whatever they do: a
 * question that is still open is not asked again. `pasarela_store_up` is 0 if the store takes no writes, and without an answer: then
 * the other gauges have no value.
 */
export const createStoreMetrics = (
  registry: Registry,
  { eventStore, idempotencyStore, clock, findingStore }: MeasuredStores,
): (() => Promise<void>) => {
  const registers = [registry];
  const gauge: MakeGauge = (name, help, labelNames = []) =>
    new Gauge({ name: `pasarela_${name}`, help, labelNames, registers });

  const up = gauge(
    'store_up',
    'Whether the store answered the questions of this page in time, and takes the writes of requests',
  );
  const events = gauge(
    'events_waiting',
    `Events that wait for a handler (pending) or for a replay (dead), counted up to ${mostEvents}`,
    ['state'],
  );
  const age = gauge(
    'oldest_pending_event_age_seconds',
    'Time since the receipt of the oldest event that is not handled yet; 0 without such events',
  );
  const keys = gauge(
    'idempotency_keys_in_doubt',
    `Idempotency keys without an answer that no request holds, counted up to ${mostKeys}`,
  );
  const oldestKey = gauge(
    'oldest_key_in_doubt_age_seconds',
    'Time since the first request with the oldest of these keys; 0 without such keys',
  );

  const reconciliation = findingStore === undefined ? undefined : reconciliationGauges(gauge);

  const show = (
    { pending, dead, oldestPending }: EventBacklog,
    unsettled: ReadonlyArray<UnsettledKey>,
  ): void => {
    const now = clock();
    const ageOf = (since = now): number => Math.max(now - since, 0);
    const inDoubt = unsettled.filter(
      ({ leasedUntil }) => leasedUntil === null || leasedUntil <= now,
    );
    events.set({ state: 'pending' }, pending);
    events.set({ state: 'dead' }, dead);
    age.set(ageOf(oldestPending ?? now));
    keys.set(inDoubt.length);
    oldestKey.set(ageOf(inDoubt[0]?.since));
  };
  const showNothing = (): void => {
    up.set(0);
    events.reset();
    for (const stale of [age, keys, oldestKey]) stale.remove();
    reconciliation?.showNothing();
  };

  let keptUntil = 0;
  const ask: T.Task<boolean> = async () => {
    const [ready, backlog, unsettled, summary] = await Promise.all([
      eventStore.ready(),
      eventStore.backlog(mostEvents)(),
      idempotencyStore.unsettled({ limit: mostKeys })(),
      findingStore?.summary() ?? E.right(undefined),
    ]);
    if (E.isLeft(backlog) || E.isLeft(unsettled) || E.isLeft(summary)) return false;
    if (summary.right !== undefined) reconciliation?.show(summary.right);
    show(backlog.right, unsettled.right);
    up.set(E.isRight(ready) ? 1 : 0);
    // A store that takes no writes may take them again before the next scrape.
    if (E.isLeft(ready)) return true;
    keptUntil = performance.now() + keptMs;
    return true;
  };
  const askOnce = singleFlight(ask);

  return async () => {
    if (performance.now() < keptUntil) return;
    const answer = askOnce().catch(() => false);
    if (!((await settlesWithin(answer, patienceMs)) && (await answer))) showNothing();
  };
};
