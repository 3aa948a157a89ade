import type { Endpoint } from '../adapters/inbound/http/core/matcher.js';
import { packageVersion } from '../adapters/package-version.js';
import type { Logger } from '../application/ports/logger.js';
import type { Config } from './config/config.js';
import { type createContainer, tokens } from './container/container.js';

type Wire = typeof createContainer;

/** The metrics of a service that is about to start. */
export type ServiceMetrics = {
  /** Wires the service with its metrics. */
  readonly wire: Wire;
  readonly close: () => Promise<void>;
};

/** Neither loads the code of metrics nor counts anything. */
const withoutMetrics = (wire: Wire): ServiceMetrics => ({ wire, close: async () => undefined });

/**
 * Creates the metrics that are configured. If they have an address of their own, they are served there from now on, and rejects
 * if that is not possible.
 */
export const openServiceMetrics = async (
  { metrics: { enabled, address }, processor, store, production }: Config,
  logger: Logger,
  wire: Wire,
): Promise<ServiceMetrics> => {
  if (!enabled) return withoutMetrics(wire);
  const { createMetrics } = await import('./metrics/metrics.js');
  const metrics = createMetrics({
    version: packageVersion,
    processor: processor.kind,
    store: store.kind,
  });
  let endpoints: ReadonlyArray<Endpoint> = [];
  const wireWithMetrics: Wire = (roots) => {
    const container = wire({ ...roots, metrics });
    endpoints = container.get(tokens.metricsEndpoints);
    return container;
  };
  const close = async (): Promise<void> => metrics.close();
  if (address === undefined) return { wire: wireWithMetrics, close };
  try {
    const { openMetricsServer } = await import('./metrics/metrics-server.js');
    const errors = { logger, verbose: !production };
    const server = await openMetricsServer(() => endpoints, address, errors);
    logger.info('metrics are served at an address of their own', { address: server.address });
    return {
      wire: wireWithMetrics,
      close: async () => {
        await server.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};
