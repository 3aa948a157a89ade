import type { ServiceIdentifier } from 'inversify';
import type { createPaymentsApp } from '../../adapters/inbound/http/koa/payments-app.js';
import type { ErrorAnswers } from '../../adapters/inbound/http/koa/send.js';
import type { Clock } from '../../application/ports/clock.js';
import type { EventStore } from '../../application/ports/event-store.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import type { Logger } from '../../application/ports/logger.js';
import type { Config } from '../config/config.js';
import type { createPayments } from '../create-payments.js';
import type { ServiceProcessor } from '../service-processor.js';
import type { Stores } from '../stores/stores.js';
import type { controlRouters } from './control-routers.js';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** What the container holds, each under a name that knows its type. */
export const tokens = {
  config: token<Config>('config'),
  publicUrl: token<string>('publicUrl'),
  logger: token<Logger>('logger'),
  clock: token<Clock>('clock'),
  stores: token<Stores>('stores'),
  eventStore: token<EventStore>('eventStore'),
  idempotencyStore: token<IdempotencyStore>('idempotencyStore'),
  processor: token<ServiceProcessor>('processor'),
  payments: token<ReturnType<typeof createPayments>>('payments'),
  errorAnswers: token<ErrorAnswers>('errorAnswers'),
  controlRouters: token<ReturnType<typeof controlRouters>>('controlRouters'),
  app: token<ReturnType<typeof createPaymentsApp>>('app'),
};
