import type { Clients } from '../../adapters/inbound/http/access/clients.js';
import {
  foreignPages,
  withoutForeignPages,
} from '../../adapters/inbound/http/access/foreign-pages.js';
import {
  anybodyReads,
  keyOrPassword,
  referenceAccess,
} from '../../adapters/inbound/http/access/reference-access.js';
import { redirectResponse } from '../../adapters/inbound/http/core/html-page.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { ErrorAnswers } from '../../adapters/inbound/http/failure-response.js';
import { metricsEndpoint } from '../../adapters/inbound/http/metrics-endpoint.js';
import { otherMethods } from '../../adapters/inbound/http/other-methods.js';
import {
  createPaymentsInterface,
  type ServiceAccess,
} from '../../adapters/inbound/http/payments-interface.js';
import { referenceEndpoints } from '../../adapters/inbound/http/reference/reference-endpoints.js';
import type { Route } from '../../adapters/inbound/http/route.js';
import {
  type ServedEndpoints,
  serveEndpoints,
} from '../../adapters/inbound/http/served-endpoints.js';
import { healthEndpoints } from '../../adapters/inbound/http/system-endpoints.js';
import { paymentsParts, type ServedPayments } from '../../application/facade/payments.js';
import type { Clock } from '../../application/ports/clock.js';
import type { EventStore } from '../../application/ports/event-store.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import {
  challengeEndpoints,
  checkoutEndpoints,
  processorEndpoints,
} from '../../simulator/endpoints.js';
import type { Config } from '../config/config.js';
import { needsNoApiKey } from '../config/secrets.js';
import type { ServiceProcessor } from '../load-processor.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Readiness } from '../readiness.js';
import type { Stores } from '../stores.js';
import { createServiceConsole, type ServiceConsole } from './service-console.js';

/** The endpoints of a processor that has controls. */
type ControlEndpoints = {
  /** The console, and what is under `/_processor`. */
  readonly endpoints: ReadonlyArray<Endpoint>;
  /** Keeps the requests that endpoints answer, for the console. */
  readonly logging: ServiceConsole['logging'];
};

/** The endpoints of the in-memory processor. Others have none, and their requests are not kept. */
export const controlEndpoints = (
  config: Config,
  publicUrl: string,
  processor: ServiceProcessor,
  stores: Stores,
  errors: ErrorAnswers,
  clients: Clients,
  access: ServiceAccess,
  payments: ServedPayments,
  api: ReadonlyArray<Endpoint>,
): ControlEndpoints => {
  const { controls: given, inspection, desk } = processor;
  if (given === undefined || inspection === undefined || desk === undefined) {
    return { endpoints: [], logging: (endpoints) => endpoints };
  }
  const controls = {
    ...given,
    // After a reset the processor uses its ids again, and the store would drop new events as duplicates.
    reset: (): void => {
      given.reset();
      stores.clear();
    },
  };
  const { eventStore, findingStore } = stores;
  const { endpoints, logging } = createServiceConsole({
    config,
    publicUrl,
    controls,
    inspection,
    eventStore,
    findingStore,
    listDoubts: payments[paymentsParts].useCases.listDoubts,
    clients,
    access,
    api,
    errors,
  });
  const own = [
    ...challengeEndpoints({ processor, controls, locale: config.locale }),
    ...checkoutEndpoints(desk, config.locale),
    ...processorEndpoints(controls, {
      authorize: needsNoApiKey(config) ? undefined : clients.authorize,
      host: config.host,
      publicUrl,
      limits: access.limits,
      audit: access.audit,
      ...errors,
    }),
  ];
  return { endpoints: [...endpoints, ...logging(own)], logging };
};

/** The endpoints under `/api`. Without API keys they refuse web pages of other origins (decision A8). */
export const apiEndpoints = (
  config: Config,
  publicUrl: string,
  payments: ServedPayments,
  errors: ErrorAnswers,
  access: ServiceAccess,
  routes: ReadonlyArray<Route>,
): ReadonlyArray<Endpoint> => {
  const { acceptCardNumbers, cardNumbersInText, unknownFields, requireIdempotencyKey, host } =
    config;
  const { endpoints, unknownPath } = createPaymentsInterface(
    'service',
    payments,
    { acceptCardNumbers, cardNumbersInText, unknownFields, requireIdempotencyKey, ...errors },
    access,
    routes,
  );
  const all = [...endpoints, unknownPath];
  return needsNoApiKey(config)
    ? withoutForeignPages(all, foreignPages({ host, publicUrl }), errors)
    : all;
};

/** The API reference, unless it is off. `/` leads to it. */
export const documentEndpoints = (
  config: Config,
  { authorize }: Clients,
  { limits }: ServiceAccess,
  errors: ErrorAnswers,
  { features }: ServiceProcessor,
): ReadonlyArray<Endpoint> => {
  const { reference, processor } = config;
  if (reference === 'off') return [];
  const callerOf = reference === 'key' ? keyOrPassword(authorize, limits) : anybodyReads;
  const refuse = referenceAccess(callerOf, limits, errors);
  return [
    { method: 'GET', path: '/', handle: () => redirectResponse('doc') },
    ...referenceEndpoints(errors, {
      refuse,
      inMemory: processor.kind === 'memory',
      open: needsNoApiKey(config),
      features,
    }),
  ];
};

/** The metrics, if they are counted. */
export const metricsEndpoints =
  (metrics: Metrics | undefined) =>
  (
    { metrics: { key }, reconcile }: Config,
    { limits }: ServiceAccess,
    { findingStore }: Stores,
    eventStore: EventStore,
    idempotencyStore: IdempotencyStore,
    clock: Clock,
    errors: ErrorAnswers,
  ): ReadonlyArray<Endpoint> => {
    if (metrics === undefined) return [];
    const write = metrics.writer({
      eventStore,
      idempotencyStore,
      clock,
      ...(reconcile.minutes === 0 ? {} : { findingStore }),
    });
    return [metricsEndpoint(write, { key, limits }, errors)];
  };

/** All endpoints of the service. Metrics that have an address of their own are not among them. */
export const servedEndpoints = (
  { metrics: { address } }: Config,
  routed: ReadonlyArray<Endpoint>,
  { check }: Readiness,
  controls: ControlEndpoints,
  documents: ReadonlyArray<Endpoint>,
  metrics: ReadonlyArray<Endpoint>,
  errors: ErrorAnswers,
): ServedEndpoints => {
  const own = [
    ...healthEndpoints(check),
    ...(address === undefined ? metrics : []),
    ...controls.endpoints,
    ...documents,
  ];
  return serveEndpoints(
    [...controls.logging(routed), ...own, ...otherMethods(own, errors)],
    errors,
  );
};
