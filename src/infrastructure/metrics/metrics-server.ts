import { createServer } from 'node:http';
import { createMatcher, type Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import { nodeListener } from '../../adapters/inbound/http/core/node-http.js';
import {
  defectResponse,
  type ErrorAnswers,
  failureResponse,
} from '../../adapters/inbound/http/failure-response.js';
import { slowCallerLimits } from '../../adapters/inbound/http/server/attach-to-server.js';
import { listen } from '../../adapters/inbound/http/server/listen.js';
import { closeStalled } from '../bound-connections.js';

/** A server for the metrics alone. */
type MetricsServer = { readonly address: string; readonly close: () => Promise<void> };

/**
 * Serves endpoints on an address of their own, where the API is not. `endpoints` returns none until the service is wired.
 * Rejects if it cannot listen there. Slow callers have no more time than those of the API.
 */
export const openMetricsServer = async (
  endpoints: () => ReadonlyArray<Endpoint>,
  { host, port }: { readonly host: string; readonly port: number },
  errors: ErrorAnswers,
  limits: Readonly<Record<keyof typeof slowCallerLimits, number>> = slowCallerLimits,
): Promise<MetricsServer> => {
  const answer = nodeListener(
    (request) => {
      const found = createMatcher(endpoints())(request.method, request.path);
      return found === undefined
        ? failureResponse({ _tag: 'RouteNotFound', path: request.path }, request, errors)
        : found.endpoint.handle(request, found.params);
    },
    (cause, request) => defectResponse(cause, request, errors),
  );
  const server = createServer(limits, (message, response) => void answer(message, response));
  closeStalled(server, limits.requestTimeout);
  const address = await listen(server, host, port);
  return {
    address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
