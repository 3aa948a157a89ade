import type { Container } from 'inversify';
import { createMatcher } from '../../../src/adapters/inbound/http/core/matcher.js';
import { nodeListener } from '../../../src/adapters/inbound/http/core/node-http.js';
import {
  defectResponse,
  failureResponse,
} from '../../../src/adapters/inbound/http/failure-response.js';
import type { ServiceListener } from '../../../src/adapters/inbound/http/server/service-listener.js';
import { tokens } from '../../../src/infrastructure/container/container.js';
import { createPaymentsListener } from '../../../src/node.js';

/** What answers the requests of the test service, in place of the service's own listener. */
export type Binding = (container: Container) => ServiceListener;

const optionsIn = (container: Container) => {
  const { apiKeys, acceptCardNumbers, unknownFields } = container.get(tokens.config);
  return { apiKeys, acceptCardNumbers, unknownFields, ...container.get(tokens.errorAnswers) };
};

/** The controls of the processor, which an application does not have, for tests that use them. */
const controlsListener = (container: Container) => {
  const match = createMatcher(container.get(tokens.controlEndpoints));
  const errors = container.get(tokens.errorAnswers);
  return nodeListener(
    (request) => {
      const found = match(request.method, request.path);
      return found === undefined
        ? failureResponse({ _tag: 'RouteNotFound', path: request.path }, request, errors)
        : found.endpoint.handle(request, found.params);
    },
    (cause, request) => defectResponse(cause, request, errors),
  );
};

/** `createPaymentsListener` on a plain server. */
export const onPlainServer: Binding = (container) => {
  const listener = createPaymentsListener(container.get(tokens.payments), optionsIn(container));
  const controls = controlsListener(container);
  return async (message, response) =>
    listener(message, response, () => void controls(message, response));
};
