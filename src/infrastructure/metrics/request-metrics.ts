import { Gauge, type Registry } from 'prom-client';
import type { RequestReports } from '../../adapters/inbound/http/server/track-request.js';
import { boundedValues, childrenOf } from './labels.js';
import { createCounter, createHistogram } from './series.js';

const mostClients = 200;

// A payment waits for a bank. The longest waits for all attempts of a call.
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Counts requests. */
export type RequestCounts = {
  readonly began: () => void;
  readonly ended: (request: Parameters<RequestReports['ended']>[0]) => void;
};

/**
 * Counts the requests of the service. Requests without a route are one route, with any method and path, because their caller
 * chose both; callers without a name are one client.
 */
export const createRequestMetrics = (registry: Registry): RequestCounts => {
  const requests = createCounter(registry, {
    name: 'pasarela_http_requests_total',
    help: 'Requests that have ended, by route pattern, status and client',
    labelNames: ['method', 'route', 'status', 'client'],
  });
  const durations = createHistogram(registry, {
    name: 'pasarela_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response',
    labelNames: ['method', 'route'],
    buckets,
  });
  const errors = createCounter(registry, {
    name: 'pasarela_http_errors_total',
    help: 'Requests that ended with an error, by its name as in the log, such as StoreUnavailable',
    labelNames: ['error'],
  });
  let began = 0;
  let ended = 0;
  const inProgress: Gauge = new Gauge({
    name: 'pasarela_http_requests_in_progress',
    help: 'Requests that have arrived and not ended',
    registers: [registry],
    collect: () => inProgress.set(began - ended),
  });

  const countOf = childrenOf(requests);
  const durationOf = childrenOf(durations);
  const errorsOf = childrenOf(errors);
  const clientOf = boundedValues(mostClients);
  return {
    began: () => {
      began += 1;
    },
    ended: ({ method, route, status, client, error, seconds }) => {
      ended += 1;
      const [verb, pattern] = route === undefined ? ['any', 'unknown'] : [method, route];
      const caller = client === undefined ? 'none' : clientOf(client);
      countOf(verb, pattern, String(status), caller).inc();
      durationOf(verb, pattern).observe(seconds);
      if (error !== undefined) errorsOf(error).inc();
    },
  };
};
