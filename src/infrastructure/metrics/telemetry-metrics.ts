import { Gauge, type Registry } from 'prom-client';
import type { BreakerState, Telemetry } from '../../application/ports/telemetry.js';
import { boundedValues, childrenOf } from './labels.js';
import { createCounter, createHistogram } from './series.js';

// Stripe has about 250 types. Whoever can sign an event could send any number of others.
const mostEventTypes = 400;

const breakerStates: ReadonlyArray<BreakerState> = ['closed', 'half_open', 'open'];

// A call to Stripe takes a tenth of a second to a few seconds, and with all its attempts more than a minute.
const buckets = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Counts what the application reports. */
export const createTelemetryMetrics = (registry: Registry): Telemetry => {
  const counter = (name: string, help: string, ...labelNames: ReadonlyArray<string>) =>
    childrenOf(createCounter(registry, { name: `pasarela_${name}_total`, help, labelNames }));

  const calls = counter(
    'processor_calls',
    'Calls of the processor with all their attempts, by operation and outcome',
    'operation',
    'outcome',
  );
  const retries = counter(
    'processor_retries',
    'Attempts of processor calls after the first',
    'operation',
  );
  const seconds = createHistogram(registry, {
    name: 'pasarela_processor_call_duration_seconds',
    help: 'Time of a call of the processor, with its retries and the pauses between them',
    labelNames: ['operation'],
    buckets,
  });
  const durationOf = childrenOf(seconds);
  const breaker = new Gauge({
    name: 'pasarela_processor_breaker_state',
    help: 'Circuit breaker of the processor: 1 for its current state, 0 for the others',
    labelNames: ['state'],
    registers: [registry],
  });
  const showBreaker = (now: BreakerState): void => {
    for (const state of breakerStates) breaker.set({ state }, state === now ? 1 : 0);
  };
  showBreaker('closed');

  const unknown = counter(
    'unknown_outcomes',
    'Requests that change something and were answered that they may have been done',
    'operation',
    'error',
  );
  const replays = counter(
    'idempotency_replays',
    'Requests that got the stored response of an earlier one with their key',
    'operation',
  );
  const leftInDoubt = counter(
    'idempotency_keys_left_in_doubt',
    'Requests that ended without a known outcome under their idempotency key',
    'operation',
  );
  const settled = counter(
    'idempotency_keys_settled',
    'Idempotency keys in doubt whose outcome was found out, by operation and by what found it: a later request, an event, the background or a command',
    'operation',
    'by',
  );
  const received = counter(
    'events_received',
    'Events that were stored or known already, by type',
    'type',
    'duplicate',
  );
  const concluded = counter(
    'events_concluded',
    'Attempts to handle events, by type and conclusion: handled, failed (will be tried again), dead or ignored',
    'type',
    'conclusion',
  );
  const typeOf = boundedValues(mostEventTypes);
  const leases = counter(
    'leases_lost',
    'Leases of events and idempotency keys that another instance took over',
    'of',
  );
  // Zero at first: a rise from nothing is none to Prometheus.
  for (const of of ['event', 'idempotency_key']) leases(of);

  return {
    processorCallEnded: (call) => {
      calls(call.operation, call.outcome).inc();
      durationOf(call.operation).observe(call.duration);
      if (call.retries > 0) retries(call.operation).inc(call.retries);
    },
    breakerChanged: showBreaker,
    outcomeUnknown: ({ operation, error }) => unknown(operation, error).inc(),
    requestReplayed: ({ operation }) => replays(operation).inc(),
    keyLeftInDoubt: ({ operation }) => leftInDoubt(operation).inc(),
    keySettled: ({ operation, by }) => settled(operation, by).inc(),
    eventReceived: ({ type, duplicate }) => received(typeOf(type), String(duplicate)).inc(),
    eventConcluded: ({ type, conclusion }) => concluded(typeOf(type), conclusion).inc(),
    leaseLost: (of) => leases(of).inc(),
  };
};
