import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryEventStore } from '../../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { createMemoryFindingStore } from '../../../src/adapters/outbound/memory/stores/memory-finding-store.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import type { UnsettledKey } from '../../../src/application/ports/idempotency-store.js';
import { eventOf } from '../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { createMetrics } from '../../../src/infrastructure/metrics/metrics.js';
import type { MeasuredStores } from '../../../src/infrastructure/metrics/store-metrics.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';

const info = { version: '1.2.3', processor: 'memory', store: 'file' };

describe('metrics', () => {
  const closings: Array<() => void> = [];
  afterEach(() => {
    for (const close of closings.splice(0)) close();
  });

  const open = (stores: Partial<MeasuredStores> = {}) => {
    const metrics = createMetrics(info);
    closings.push(metrics.close);
    const write = metrics.writer({
      eventStore: createMemoryEventStore(),
      idempotencyStore: createMemoryIdempotencyStore(),
      clock: () => 1000,
      ...stores,
    });
    /** The samples of the metrics whose names begin so, sorted. */
    const samples = async (name: string): Promise<ReadonlyArray<string>> =>
      (await write())
        .split('\n')
        .filter((line) => line.startsWith(name))
        .toSorted();
    return { ...metrics, write, samples };
  };

  it('name the version and the kinds of processor and store', async () => {
    expect(await open().samples('pasarela_info')).to.deep.equal([
      `pasarela_info{version="1.2.3",processor="memory",store="file",node="${process.version}"} 1`,
    ]);
  });

  it('count calls of the processor, with their retries and times', async () => {
    const { telemetry, samples } = open();
    const call = { operation: 'createRefund', duration: 0.3, retries: 0 };
    telemetry.processorCallEnded({ ...call, outcome: 'done' });
    telemetry.processorCallEnded({ ...call, outcome: 'unknown', retries: 2, duration: 70 });
    telemetry.processorCallEnded({ ...call, outcome: 'unknown', duration: 300 });
    expect(await samples('pasarela_processor_calls')).to.deep.equal([
      'pasarela_processor_calls_total{operation="createRefund",outcome="done"} 1',
      'pasarela_processor_calls_total{operation="createRefund",outcome="unknown"} 2',
    ]);
    expect(await samples('pasarela_processor_retries')).to.deep.equal([
      'pasarela_processor_retries_total{operation="createRefund"} 2',
    ]);
    const times = await samples('pasarela_processor_call_duration_seconds');
    expect(times).to.include.members([
      'pasarela_processor_call_duration_seconds_bucket{le="0.25",operation="createRefund"} 0',
      'pasarela_processor_call_duration_seconds_bucket{le="0.5",operation="createRefund"} 1',
      'pasarela_processor_call_duration_seconds_bucket{le="60",operation="createRefund"} 1',
      'pasarela_processor_call_duration_seconds_bucket{le="120",operation="createRefund"} 2',
      'pasarela_processor_call_duration_seconds_bucket{le="+Inf",operation="createRefund"} 3',
      'pasarela_processor_call_duration_seconds_count{operation="createRefund"} 3',
      'pasarela_processor_call_duration_seconds_sum{operation="createRefund"} 370.3',
    ]);
  });

  it('show the current state of the breaker', async () => {
    const { telemetry, samples } = open();
    const show = async () =>
      (await samples('pasarela_processor_breaker_state')).filter((line) => line.endsWith(' 1'));
    expect(await show()).to.deep.equal(['pasarela_processor_breaker_state{state="closed"} 1']);
    telemetry.breakerChanged('open');
    expect(await show()).to.deep.equal(['pasarela_processor_breaker_state{state="open"} 1']);
  });

  it('show from the beginning that no lease was lost', async () => {
    expect(await open().samples('pasarela_leases_lost_total')).to.deep.equal([
      'pasarela_leases_lost_total{of="event"} 0',
      'pasarela_leases_lost_total{of="idempotency_key"} 0',
    ]);
  });

  it('give the same totals each time that they are read', async () => {
    const { telemetry, samples } = open();
    telemetry.leaseLost('event');
    const first = await samples('pasarela_leases_lost_total');
    expect(await samples('pasarela_leases_lost_total')).to.deep.equal(first);
    telemetry.leaseLost('event');
    expect(await samples('pasarela_leases_lost_total')).to.include(
      'pasarela_leases_lost_total{of="event"} 2',
    );
  });

  it('count everything else that is reported', async () => {
    const { telemetry, write } = open();
    const operation = 'refundCharge';
    telemetry.outcomeUnknown({ operation, error: 'ProcessorFailed' });
    telemetry.requestReplayed({ operation });
    telemetry.keyLeftInDoubt({ operation });
    telemetry.keySettled({ operation, by: 'event' });
    telemetry.eventReceived({ type: 'charge.failed', duplicate: true });
    telemetry.eventConcluded({ type: 'charge.failed', conclusion: 'dead' });
    telemetry.leaseLost('event');
    expect((await write()).split('\n')).to.include.members([
      'pasarela_unknown_outcomes_total{operation="refundCharge",error="ProcessorFailed"} 1',
      'pasarela_idempotency_replays_total{operation="refundCharge"} 1',
      'pasarela_idempotency_keys_left_in_doubt_total{operation="refundCharge"} 1',
      'pasarela_idempotency_keys_settled_total{operation="refundCharge",by="event"} 1',
      'pasarela_events_received_total{type="charge.failed",duplicate="true"} 1',
      'pasarela_events_concluded_total{type="charge.failed",conclusion="dead"} 1',
      'pasarela_leases_lost_total{of="event"} 1',
    ]);
  });

  it('count requests by route, status and client, and those without a route as one', async () => {
    const { requests, samples } = open();
    const request = {
      method: 'GET',
      status: 200,
      client: undefined,
      error: undefined,
      seconds: 0.02,
    };
    const route = '/api/payments/:id';
    for (let n = 0; n < 5; n += 1) requests.began();
    requests.ended({ ...request, route, client: 'shop' });
    requests.ended({ ...request, route, status: 401, error: 'Unauthorized' });
    requests.ended({ ...request, route: undefined, method: 'BREW', status: 404 });
    requests.ended({ ...request, route: undefined, method: 'MAKE', status: 404 });
    expect(await samples('pasarela_http_requests_total')).to.deep.equal([
      'pasarela_http_requests_total{method="GET",route="/api/payments/:id",status="200",client="shop"} 1',
      'pasarela_http_requests_total{method="GET",route="/api/payments/:id",status="401",client="none"} 1',
      'pasarela_http_requests_total{method="any",route="unknown",status="404",client="none"} 2',
    ]);
    expect(await samples('pasarela_http_request_duration_seconds_count')).to.deep.equal([
      'pasarela_http_request_duration_seconds_count{method="GET",route="/api/payments/:id"} 2',
      'pasarela_http_request_duration_seconds_count{method="any",route="unknown"} 2',
    ]);
    expect(await samples('pasarela_http_errors_total')).to.deep.equal([
      'pasarela_http_errors_total{error="Unauthorized"} 1',
    ]);
    expect(await samples('pasarela_http_requests_in_progress')).to.deep.equal([
      'pasarela_http_requests_in_progress 1',
    ]);
  });

  it('bound the number of clients and of event types', async () => {
    const { requests, telemetry, samples } = open();
    const facts = { method: 'GET', route: '/a', status: 200, error: undefined, seconds: 0 };
    for (let n = 0; n < 1000; n += 1) {
      requests.ended({ ...facts, client: `client${n}` });
      telemetry.eventReceived({ type: `made.up${n}`, duplicate: false });
    }
    for (const name of ['pasarela_http_requests_total', 'pasarela_events_received_total']) {
      const found = await samples(name);
      expect(found.length).to.be.lessThan(500);
      expect(found.filter((line) => line.includes('"other"'))).to.have.length(1);
    }
  });

  it('show this process', async () => {
    const text = await open().write();
    for (const name of [
      'process_cpu_seconds_total',
      'process_start_time_seconds',
      'process_resident_memory_bytes',
      'nodejs_heap_size_used_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_eventloop_utilization',
    ]) {
      expect(text).to.match(new RegExp(`^${name} [0-9.e-]+$`, 'mu'));
    }
  });

  describe('of the store', () => {
    const gauges = [
      'pasarela_events_waiting',
      'pasarela_oldest_pending_event_age_seconds',
      'pasarela_idempotency_keys_in_doubt',
      'pasarela_oldest_key_in_doubt_age_seconds',
      'pasarela_store_up',
    ];
    const unsettled = (since: number, leasedUntil: number | null): UnsettledKey => ({
      scope: 'shop',
      key: String(since),
      since,
      leasedUntil,
      secret: null,
      firstSent: null,
      summary: null,
    });
    const values = async (write: () => Promise<string>): Promise<ReadonlyArray<string>> =>
      (await write())
        .split('\n')
        .filter((line) => gauges.some((name) => line.startsWith(name)))
        .toSorted();

    it('count what waits, and tell how long', async () => {
      const eventStore = createMemoryEventStore();
      await valueOf(eventStore.store(eventOf('evt_1'), 940));
      await valueOf(eventStore.store(eventOf('evt_2'), 950));
      const keys = [unsettled(100, 2000), unsettled(400, 900), unsettled(500, null)];
      const idempotencyStore = { unsettled: () => TE.right(keys) };
      expect(await values(open({ eventStore, idempotencyStore }).write)).to.deep.equal([
        'pasarela_events_waiting{state="dead"} 0',
        'pasarela_events_waiting{state="pending"} 2',
        'pasarela_idempotency_keys_in_doubt 2',
        'pasarela_oldest_key_in_doubt_age_seconds 600',
        'pasarela_oldest_pending_event_age_seconds 60',
        'pasarela_store_up 1',
      ]);
    });

    it('are zero when nothing waits', async () => {
      expect(await values(open().write)).to.deep.equal([
        'pasarela_events_waiting{state="dead"} 0',
        'pasarela_events_waiting{state="pending"} 0',
        'pasarela_idempotency_keys_in_doubt 0',
        'pasarela_oldest_key_in_doubt_age_seconds 0',
        'pasarela_oldest_pending_event_age_seconds 0',
        'pasarela_store_up 1',
      ]);
    });

    it('tell of the findings of the reconciliation, and of its last run', async () => {
      const findingStore = createMemoryFindingStore();
      const finding = {
        id: 'charged_twice:1',
        rule: 'charged_twice',
        severity: 'error',
        message: 'two charges',
        advice: 'Give one back.',
        since: 900,
      } as const;
      await valueOf(findingStore.keep([finding], { from: 0, at: 950 }));
      expect(await open({ findingStore }).samples('pasarela_reconcile')).to.deep.equal([
        'pasarela_reconcile_findings{rule="charged_twice",severity="error",seen="false"} 1',
        'pasarela_reconcile_last_success_timestamp_seconds 950',
        'pasarela_reconcile_up 1',
      ]);
      await valueOf(findingStore.noteFailure(960));
      expect(await open({ findingStore }).samples('pasarela_reconcile_up')).to.deep.equal([
        'pasarela_reconcile_up 0',
      ]);
      expect(await open().samples('pasarela_reconcile')).to.deep.equal([]);
    });

    it('say of a reconciliation that never ended well that it did not', async () => {
      const findingStore = createMemoryFindingStore();
      expect(await open({ findingStore }).samples('pasarela_reconcile')).to.deep.equal([
        'pasarela_reconcile_last_success_timestamp_seconds 0',
        'pasarela_reconcile_up 1',
      ]);
      const summary = TE.left({ _tag: 'StoreUnavailable', cause: null } as const);
      expect(await open({ findingStore: { summary } }).samples('pasarela_reconcile')).to.deep.equal(
        [],
      );
    });

    it('are asked of the store once in a while, not at each scrape', async () => {
      let asked = 0;
      const idempotencyStore = {
        unsettled: () => {
          asked += 1;
          return TE.right([]);
        },
      };
      const { write } = open({ idempotencyStore });
      await Promise.all([write(), write()]);
      await write();
      expect(asked).to.equal(1);
    });

    for (const [problem, backlog] of [
      ['is unavailable', () => TE.left(paymentErrors.StoreUnavailable)],
      ['throws', () => () => Promise.reject(new Error('a defect'))],
    ] as const) {
      it(`have no value when the store ${problem}`, async () => {
        const { write } = open({ eventStore: { backlog, ready: TE.right(undefined) } });
        expect(await values(write)).to.deep.equal(['pasarela_store_up 0']);
      });
    }

    it('still count when the store takes no writes', async () => {
      const eventStore = {
        ...createMemoryEventStore(),
        ready: TE.left(paymentErrors.StoreUnavailable),
      };
      const { write } = open({ eventStore });
      expect(await values(write)).to.include.members([
        'pasarela_store_up 0',
        'pasarela_events_waiting{state="pending"} 0',
      ]);
    });

    it('do not make a scrape wait for a store that hangs, nor ask it again', async () => {
      let asked = 0;
      let answer = (): void => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const eventStore: MeasuredStores['eventStore'] = {
        ready: TE.right(undefined),
        backlog: () => {
          asked += 1;
          return TE.fromTask(async () => {
            await answered;
            return { pending: 3, dead: 0, oldestPending: 1000 };
          });
        },
      };
      const { write } = open({ eventStore });
      expect(await Promise.all([values(write), values(write)])).to.deep.equal([
        ['pasarela_store_up 0'],
        ['pasarela_store_up 0'],
      ]);
      expect(asked).to.equal(1);
      answer();
      expect(await values(write)).to.include('pasarela_store_up 1');
      expect(await values(write)).to.include('pasarela_events_waiting{state="pending"} 3');
    });
  });
});
