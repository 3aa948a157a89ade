import { Gauge, Registry } from 'prom-client';
import type { Telemetry } from '../../application/ports/telemetry.js';
import { createProcessMetrics } from './process-metrics.js';
import { createRequestMetrics, type RequestCounts } from './request-metrics.js';
import { createStoreMetrics, type MeasuredStores } from './store-metrics.js';
import { createTelemetryMetrics } from './telemetry-metrics.js';

/** The metrics of a service. */
export type Metrics = {
  readonly telemetry: Telemetry;
  readonly requests: RequestCounts;
  /** Returns a function that writes all metrics in the text format of Prometheus. */
  readonly writer: (stores: MeasuredStores) => () => Promise<string>;
  readonly close: () => void;
};

/** Labels of the metric `pasarela_info`, which is always 1. */
type Info = { readonly version: string; readonly processor: string; readonly store: string };

/** Creates the metrics of a service, in a registry of their own. */
export const createMetrics = (info: Info): Metrics => {
  const registry = new Registry();
  new Gauge({
    name: 'pasarela_info',
    help: 'Version of Pasarela and Node, and the kinds of processor and store; always 1',
    labelNames: ['version', 'node', 'processor', 'store'],
    registers: [registry],
  }).set({ ...info, node: process.version }, 1);
  const telemetry = createTelemetryMetrics(registry);
  const requests = createRequestMetrics(registry);
  const { close } = createProcessMetrics(registry);
  return {
    telemetry,
    requests,
    writer: (stores) => {
      const askStores = createStoreMetrics(registry, stores);
      return async () => {
        await askStores();
        return registry.metrics();
      };
    },
    close,
  };
};
