import * as E from 'fp-ts/lib/Either.js';
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
import { metricsEndpoint } from '../../adapters/inbound/http/metrics-endpoint.js';
import { otherMethods } from '../../adapters/inbound/http/other-methods.js';
import type { ServiceAccess } from '../../adapters/inbound/http/payments-interface.js';
import type { Route } from '../../adapters/inbound/http/route.js';
import { serveEndpoints } from '../../adapters/inbound/http/served-endpoints.js';
import {
  type AroundRequest,
  reportToAll,
} from '../../adapters/inbound/http/server/track-request.js';
import { healthEndpoints } from '../../adapters/inbound/http/system-endpoints.js';
import { createEventForwarder } from '../../adapters/outbound/event-forwarder.js';
import { systemClock } from '../../adapters/outbound/system-time.js';
import { mapTable } from '../../application/map-table.js';
import type { AuditLog } from '../../application/ports/audit-log.js';
import type { Clock } from '../../application/ports/clock.js';
import type { EventStore } from '../../application/ports/event-store.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import type { Logger } from '../../application/ports/logger.js';
import { silentTelemetry, type Telemetry } from '../../application/ports/telemetry.js';
import type { Tracing } from '../../application/ports/tracing.js';
import type { WebhookReceiver } from '../../application/ports/webhook-receiver.js';
import { type OperationName, ownUseCases, type UseCaseTable } from '../../application/use-cases.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import type { MemoryControls } from '../../simulator/index.js';
import type { Config, IdempotencyConfig } from '../config/config.js';
import { type createPayments, webhooksOf, wirePayments } from '../create-payments.js';
import type { KeepEvent } from '../events/event-handling.js';
import type { CreateProcessor, ServiceProcessor } from '../load-processor.js';
import type { Metrics } from '../metrics/metrics.js';
import { type PaymentsOptions, unusedWebhookSecrets } from '../payments-options.js';
import { createReadiness, type Readiness } from '../readiness.js';
import { createRequestContext } from '../request-context.js';
import { createRequestLimits } from '../request-limits.js';
import { SetUpProblem } from '../set-up-problem.js';
import type { Spans } from '../spans.js';
import type { Stores } from '../stores.js';
import { apiEndpoints, controlEndpoints, documentEndpoints } from './endpoints.js';

/** Stores the events of the in-memory processor. A real processor sends them by webhook. */
const feedEventStore = ({
  controls,
  keepOwnEvent,
  logger,
}: {
  readonly controls: Pick<MemoryControls, 'onEvent'>;
  readonly keepOwnEvent: KeepEvent;
  readonly logger: Logger;
}): void => {
  const keepOrReport = async (event: ProcessorEvent): Promise<void> => {
    const outcome = await keepOwnEvent(event)();
    if (E.isLeft(outcome)) {
      logger.error('could not store an event of the in-memory processor', {
        type: event.type,
        cause: outcome.left.cause,
      });
    }
  };
  controls.onEvent(keepOrReport);
};

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
  payments: token<ReturnType<typeof createPayments>>('payments'),
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

const idempotencyOptions = ({
  secrets,
  namespace,
  waitMs,
  leaseSeconds,
  retentionDays,
}: IdempotencyConfig): Pick<PaymentsOptions, 'idempotency' | 'idempotencySecret'> => ({
  ...(secrets.length === 0 ? {} : { idempotencySecret: secrets }),
  idempotency: {
    secretInStore: secrets.length === 0,
    waitMs,
    leaseSeconds,
    retentionDays,
    ...(namespace === undefined ? {} : { namespace }),
  },
});

// In the configuration, 0 means without one.
const ceilingOf = (most: number): number | undefined => (most === 0 ? undefined : most);

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

  const { metrics, spans } = roots;
  const counted = metrics?.telemetry ?? silentTelemetry;
  const requests = reportToAll(
    [metrics?.requests, spans?.requests].filter((one) => one !== undefined),
  );
  const requestContext =
    roots.config.processor.kind === 'stripe' ? createRequestContext() : undefined;
  container
    .bind(tokens.telemetry)
    .toConstantValue(requestContext === undefined ? counted : requestContext.noting(counted));
  container.bind(tokens.tracing).toConstantValue({
    ...(spans === undefined ? {} : { aroundProcessorCall: spans.aroundProcessorCall }),
    headers: () => spans?.headers() ?? requestContext?.trace(),
  });

  container
    .bind(tokens.processor)
    .toResolvedValue(roots.createProcessor, [
      tokens.clock,
      tokens.publicUrl,
      tokens.logger,
      tokens.telemetry,
      tokens.tracing,
    ]);

  container.bind(tokens.webhooks).toResolvedValue(
    ({ webhookSecrets }, clock, processor) => {
      if (processor.webhooks !== undefined && webhookSecrets.length > 0) {
        throw new SetUpProblem(unusedWebhookSecrets('WEBHOOK_SECRET'));
      }
      return webhooksOf({ processor, webhookSecrets, clock });
    },
    [tokens.config, tokens.clock, tokens.processor],
  );

  mapTable<typeof useCaseTokens, ServiceIdentifier>(useCaseTokens, (useCase, name) =>
    container.bind(useCase).toConstantValue(ownUseCases[name]),
  );
  container
    .bind(tokens.useCases)
    .toDynamicValue(() =>
      mapTable<UseCaseTable, ServiceIdentifier>(useCaseTokens, (useCase) => container.get(useCase)),
    );

  container.bind(tokens.payments).toResolvedValue(
    (
      webhooks,
      useCases,
      config,
      processor,
      eventStore,
      idempotencyStore,
      { refundSums },
      clock,
      logger,
      telemetry,
    ) => {
      const { confirmationMethod, currencies, livemode, eventHandling } = config;
      const { eventsHandledElsewhere, eventForward, unknownFields, returnUrlSchemes } = config;
      const { webhookAccounts, cardNumbersInText } = config;
      const { payments, keepOwnEvent } = wirePayments(
        {
          processor,
          stores: { eventStore, idempotencyStore, refundSums },
          ...idempotencyOptions(config.idempotency),
          clock,
          logger,
          telemetry,
          confirmationMethod,
          currencies,
          returnUrlSchemes,
          unknownFields,
          cardNumbersInText,
          ...(livemode === undefined ? {} : { livemode }),
          webhookAccounts,
          skipSuperseded: eventForward?.skipSuperseded ?? false,
          eventsHandledElsewhere,
          eventHandling,
          ceilings: {
            largestPayment: ceilingOf(config.ceilings.payment),
            largestRefundsPerDay: ceilingOf(config.ceilings.refundsPerDay),
          },
        },
        { webhooks, useCases },
      );
      if (processor.controls !== undefined) {
        feedEventStore({ controls: processor.controls, keepOwnEvent, logger });
      }
      if (eventForward !== undefined) {
        const traceHeaders = spans?.headers;
        const forward = createEventForwarder({ ...eventForward, clock, traceHeaders });
        const traced: typeof forward = (event, context) =>
          spans === undefined
            ? forward(event, context)
            : spans.aroundEvent(event.type, () => forward(event, context));
        payments.on('*', traced, { name: 'forwarder' });
      }
      return payments;
    },
    [
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
    ],
  );

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

  container.bind(tokens.metricsEndpoints).toResolvedValue(
    ({ metrics: { key } }, { limits }, eventStore, idempotencyStore, clock, errors) => {
      if (metrics === undefined) return [];
      const write = metrics.writer({ eventStore, idempotencyStore, clock });
      return [metricsEndpoint(write, { key, limits }, errors)];
    },
    [
      tokens.config,
      tokens.access,
      tokens.eventStore,
      tokens.idempotencyStore,
      tokens.clock,
      tokens.errorAnswers,
    ],
  );

  const around: AroundRequest | undefined =
    requestContext === undefined || spans === undefined
      ? (requestContext?.around ?? spans?.around)
      : (facts, handle) => requestContext.around(facts, () => spans.around(facts, handle));
  container.bind(tokens.app).toResolvedValue(
    (config, routed, readiness, controls, documents, errors, publicUrl, ownEndpoints) => {
      const own = [
        ...healthEndpoints(readiness.check),
        ...(config.metrics.address === undefined ? ownEndpoints : []),
        ...controls.endpoints,
        ...documents,
      ];
      const all = [...controls.logging(routed), ...own, ...otherMethods(own, errors)];
      return createApp(serveEndpoints(all, errors), {
        headers: headersOfHost(publicUrl),
        reports: requests,
        timeoutMs: roots.requestTimeoutMs,
        around,
      });
    },
    [
      tokens.config,
      tokens.apiEndpoints,
      tokens.readiness,
      tokens.controlEndpoints,
      tokens.documentEndpoints,
      tokens.errorAnswers,
      tokens.publicUrl,
      tokens.metricsEndpoints,
    ],
  );
  container.bind(tokens.listener).toResolvedValue(listenerOf, [tokens.app]);
  return container;
};
