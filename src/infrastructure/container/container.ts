import { Container, type ServiceIdentifier } from 'inversify';
import type { Clients } from '../../adapters/inbound/http/access/clients.js';
import { api } from '../../adapters/inbound/http/api.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { ErrorAnswers } from '../../adapters/inbound/http/failure-response.js';
import { headersOfHost } from '../../adapters/inbound/http/headers-of-host.js';
import {
  createApp,
  listenerOf,
  type ServiceListener,
} from '../../adapters/inbound/http/koa/payments-app.js';
import type { ServiceAccess } from '../../adapters/inbound/http/payments-interface.js';
import type { Route } from '../../adapters/inbound/http/route.js';
import type { ServedEndpoints } from '../../adapters/inbound/http/served-endpoints.js';
import { systemClock } from '../../adapters/outbound/system-time.js';
import { mapTable } from '../../application/map-table.js';
import type { AuditLog } from '../../application/ports/audit-log.js';
import type { Clock } from '../../application/ports/clock.js';
import type { EventStore } from '../../application/ports/event-store.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import type { Logger } from '../../application/ports/logger.js';
import type { Telemetry } from '../../application/ports/telemetry.js';
import type { Tracing } from '../../application/ports/tracing.js';
import type { WebhookReceiver } from '../../application/ports/webhook-receiver.js';
import { type OperationName, ownUseCases, type UseCaseTable } from '../../application/use-cases.js';
import type { Config } from '../config/config.js';
import type { WholePayments } from '../create-payments.js';
import type { CreateProcessor, ServiceProcessor } from '../load-processor.js';
import type { Metrics } from '../metrics/metrics.js';
import { createReadiness, type Readiness } from '../readiness.js';
import { createRequestLimits } from '../request-limits.js';
import type { Spans } from '../spans.js';
import type { Stores } from '../stores.js';
import {
  apiEndpoints,
  controlEndpoints,
  documentEndpoints,
  metricsEndpoints,
  servedEndpoints,
} from './endpoints.js';
import { observe } from './observation.js';
import { servicePayments, serviceWebhooks } from './service-payments.js';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** The parts of the service. Each token carries the type of its part. */
export const tokens = {
  config: token<Config>('config'),
  publicUrl: token<string>('publicUrl'),
  logger: token<Logger>('logger'),
  clock: token<Clock>('clock'),
  stores: token<Stores>('stores'),
  eventStore: token<EventStore>('eventStore'),
  idempotencyStore: token<IdempotencyStore>('idempotencyStore'),
  processor: token<ServiceProcessor>('processor'),
  webhooks: token<WebhookReceiver>('webhooks'),
  useCases: token<UseCaseTable>('useCases'),
  payments: token<WholePayments>('payments'),
  errorAnswers: token<ErrorAnswers>('errorAnswers'),
  clients: token<Clients>('clients'),
  access: token<ServiceAccess>('access'),
  routes: token<ReadonlyArray<Route>>('routes'),
  apiEndpoints: token<ReadonlyArray<Endpoint>>('apiEndpoints'),
  controlEndpoints: token<ReturnType<typeof controlEndpoints>>('controlEndpoints'),
  documentEndpoints: token<ReadonlyArray<Endpoint>>('documentEndpoints'),
  readiness: token<Readiness>('readiness'),
  telemetry: token<Telemetry>('telemetry'),
  tracing: token<Partial<Tracing>>('tracing'),
  metricsEndpoints: token<ReadonlyArray<Endpoint>>('metricsEndpoints'),
  endpoints: token<ServedEndpoints>('endpoints'),
  app: token<ReturnType<typeof createApp>>('app'),
  listener: token<ServiceListener>('listener'),
};

/** The use cases, each a part by itself. */
export const useCaseTokens = mapTable<{
  readonly [N in OperationName]: ServiceIdentifier<UseCaseTable[N]>;
}>(ownUseCases, (_useCase, name) => token(name));

/** The parts that exist before the container. */
type Roots = {
  readonly config: Config;
  /** URL at which a browser reaches the service. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly createProcessor: CreateProcessor;
  /** Already open. The container does not close them. */
  readonly stores: Stores;
  /** Absent: without a limit. */
  readonly requestTimeoutMs?: number;
  readonly clients: Clients;
  readonly audit?: AuditLog | undefined;
  /** `undefined`: nothing is counted. */
  readonly metrics?: Metrics | undefined;
  /** `undefined`: there are no spans, and traces of callers are passed on. */
  readonly spans?: Spans | undefined;
};

/** Wires the service. Every part is a plain factory, bound to the tokens of its arguments. */
export const createContainer = (roots: Roots): Container => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(tokens.config).toConstantValue(roots.config);
  container.bind(tokens.publicUrl).toConstantValue(roots.publicUrl);
  container.bind(tokens.logger).toConstantValue(roots.logger);
  container.bind(tokens.clock).toConstantValue(systemClock);
  container.bind(tokens.stores).toConstantValue(roots.stores);
  container.bind(tokens.clients).toConstantValue(roots.clients);
  container
    .bind(tokens.eventStore)
    .toResolvedValue(({ eventStore }) => eventStore, [tokens.stores]);
  container
    .bind(tokens.idempotencyStore)
    .toResolvedValue(({ idempotencyStore }) => idempotencyStore, [tokens.stores]);

  const { telemetry, tracing, ...requests } = observe(roots.config.processor, roots);
  container.bind(tokens.telemetry).toConstantValue(telemetry);
  container.bind(tokens.tracing).toConstantValue(tracing);

  container
    .bind(tokens.processor)
    .toResolvedValue(roots.createProcessor, [
      tokens.clock,
      tokens.publicUrl,
      tokens.logger,
      tokens.telemetry,
      tokens.tracing,
    ]);

  container
    .bind(tokens.webhooks)
    .toResolvedValue(serviceWebhooks, [tokens.config, tokens.clock, tokens.processor]);

  mapTable<typeof useCaseTokens, ServiceIdentifier>(useCaseTokens, (useCase, name) =>
    container.bind(useCase).toConstantValue(ownUseCases[name]),
  );
  container
    .bind(tokens.useCases)
    .toDynamicValue(() =>
      mapTable<UseCaseTable, ServiceIdentifier>(useCaseTokens, (useCase) => container.get(useCase)),
    );

  container
    .bind(tokens.payments)
    .toResolvedValue(servicePayments(roots.spans), [
      tokens.webhooks,
      tokens.useCases,
      tokens.config,
      tokens.processor,
      tokens.eventStore,
      tokens.idempotencyStore,
      tokens.stores,
      tokens.clock,
      tokens.logger,
      tokens.telemetry,
    ]);

  container
    .bind(tokens.errorAnswers)
    .toResolvedValue(
      ({ production, locale }, logger) => ({ logger, verbose: !production, locale }),
      [tokens.config, tokens.logger],
    );

  container.bind(tokens.access).toResolvedValue(
    (clients, { limits }, { shared }, logger) => ({
      clients,
      limits: createRequestLimits(limits, shared, logger),
      audit: roots.audit,
    }),
    [tokens.clients, tokens.config, tokens.stores, tokens.logger],
  );

  container.bind(tokens.routes).toConstantValue(Object.values(api));
  container
    .bind(tokens.apiEndpoints)
    .toResolvedValue(apiEndpoints, [
      tokens.config,
      tokens.publicUrl,
      tokens.payments,
      tokens.errorAnswers,
      tokens.access,
      tokens.routes,
    ]);

  container
    .bind(tokens.controlEndpoints)
    .toResolvedValue(controlEndpoints, [
      tokens.config,
      tokens.publicUrl,
      tokens.processor,
      tokens.stores,
      tokens.errorAnswers,
      tokens.clients,
      tokens.access,
      tokens.payments,
      tokens.apiEndpoints,
    ]);

  container
    .bind(tokens.documentEndpoints)
    .toResolvedValue(documentEndpoints, [
      tokens.config,
      tokens.clients,
      tokens.access,
      tokens.errorAnswers,
      tokens.processor,
    ]);

  container
    .bind(tokens.readiness)
    .toResolvedValue(({ ready }) => createReadiness(ready), [tokens.eventStore]);

  container
    .bind(tokens.metricsEndpoints)
    .toResolvedValue(metricsEndpoints(roots.metrics), [
      tokens.config,
      tokens.access,
      tokens.stores,
      tokens.eventStore,
      tokens.idempotencyStore,
      tokens.clock,
      tokens.errorAnswers,
    ]);

  container
    .bind(tokens.endpoints)
    .toResolvedValue(servedEndpoints, [
      tokens.config,
      tokens.apiEndpoints,
      tokens.readiness,
      tokens.controlEndpoints,
      tokens.documentEndpoints,
      tokens.metricsEndpoints,
      tokens.errorAnswers,
    ]);

  container.bind(tokens.app).toResolvedValue(
    (endpoints, publicUrl, { logProbes }) =>
      createApp(endpoints, {
        headers: headersOfHost(publicUrl),
        probes: logProbes,
        timeoutMs: roots.requestTimeoutMs,
        ...requests,
      }),
    [tokens.endpoints, tokens.publicUrl, tokens.config],
  );
  container.bind(tokens.listener).toResolvedValue(listenerOf, [tokens.app]);
  return container;
};
