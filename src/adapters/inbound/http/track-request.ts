import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../../application/ports/logger.js';
import { redact } from '../../../domain/redact.js';

/** What is found out about a request while it is answered, for its log line. */
export type RequestFacts = {
  /** The pattern of its path, not the path, which may contain anything. */
  route?: unknown;
  client?: unknown;
  error?: unknown;
};

// From a proxy or the caller, so that its own log has the same id.
const usualId = /^[\w.:+/=-]{1,128}$/;

/** The id of a request: that of its header `x-request-id`, unless that is unusual or looks like a secret; else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && usualId.test(given) && redact(given) === given
    ? given
    : randomUUID();
};

/**
 * Logs one line when the response to a request of the service has ended or its caller has left, with the facts as they are then.
 * Returns the headers that every response of the service has. `arrivedAt`: by `performance.now()`.
 */
export const trackRequest = (
  response: ServerResponse,
  { id, arrivedAt }: { readonly id: string; readonly arrivedAt: number },
  facts: Readonly<RequestFacts>,
  logger: Logger,
): Readonly<Record<string, string>> => {
  const log = (): void =>
    logger.info('request', {
      request_id: id,
      method: response.req.method,
      route: facts.route,
      status: response.writableFinished ? response.statusCode : 499,
      duration_ms: Math.round((performance.now() - arrivedAt) * 10) / 10,
      client: facts.client,
      error: facts.error,
    });
  // The caller may have left while the request waited for its checks.
  if (response.closed) log();
  else response.once('close', log);
  return { 'x-request-id': id, 'x-content-type-options': 'nosniff' };
};
