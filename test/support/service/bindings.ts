import type { Container } from 'inversify';
import Koa from 'koa';
import type { ServiceListener } from '../../../src/adapters/inbound/http/koa/payments-app.js';
import { createFetchHandler } from '../../../src/fetch.js';
import { tokens } from '../../../src/infrastructure/container/container.js';
import { createPaymentsApp, createPaymentsRouter } from '../../../src/koa.js';
import { createPaymentsListener } from '../../../src/node.js';

/** Answers the requests of the test service, in place of the service's own listener. */
export type Binding = (container: Container) => ServiceListener;

const optionsIn = (container: Container) => {
  const config = container.get(tokens.config);
  const { apiKeys, acceptCardNumbers, cardNumbersInText, unknownFields, requireIdempotencyKey } =
    config;
  return {
    apiKeys,
    acceptCardNumbers,
    cardNumbersInText,
    unknownFields,
    requireIdempotencyKey,
    ...container.get(tokens.errorAnswers),
  };
};

/** `createPaymentsListener` on a plain server. */
export const onPlainServer: Binding = (container) => {
  const listener = createPaymentsListener(container.get(tokens.payments), optionsIn(container));
  return async (message, response) => listener(message, response);
};

/** `createPaymentsApp`. */
export const onApp: Binding = (container) =>
  createPaymentsApp(container.get(tokens.payments), optionsIn(container)).callback();

/** `createPaymentsRouter` in a Koa application. */
export const onKoa: Binding = (container) => {
  const router = createPaymentsRouter(container.get(tokens.payments), optionsIn(container));
  return new Koa().use(router.routes()).callback();
};

/** `createFetchHandler`, which needs no server. */
export const handlerIn = (container: Container) =>
  createFetchHandler(container.get(tokens.payments), optionsIn(container));
