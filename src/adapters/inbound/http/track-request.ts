import type { ServerResponse } from 'node:http';
import type { Logger } from '../../../application/ports/logger.js';

/** What is found out about a request while it is answered, for its log line. */
export type RequestFacts = {
  /** The pattern of its path, not the path, which may contain anything. */
  route?: unknown;
  client?: unknown;
  error?: unknown;
};

/**
 * Logs one line when the response to a request of the service has ended or its caller has left, with the facts as they are then.
 * Returns the headers that every response of the service has.
 */
export const trackRequest = (
  response: ServerResponse,
  id: string,
  facts: Readonly<RequestFacts>,
  logger: Logger,
): Readonly<Record<string, string>> => {
  const startedAt = performance.now();
  response.once('close', () => {
    logger.info('request', {
      request_id: id,
      method: response.req.method,
      route: facts.route,
      status: response.writableFinished ? response.statusCode : 499,
      duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
      client: facts.client,
      error: facts.error,
    });
  });
  return { 'x-request-id': id, 'x-content-type-options': 'nosniff' };
};
