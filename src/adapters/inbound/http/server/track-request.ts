import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../../../application/ports/logger.js';
import type { TraceHeaders } from '../../../../application/ports/tracing.js';
import { traceHeadersOf, traceIdOf } from '../../../../application/trace-headers.js';
import { redact } from '../../../../domain/text/redact.js';
import { asTheirType } from '../headers-of-host.js';

/** Facts about a request, found while it is answered, for its log line. */
export type RequestFacts = {
  /** The pattern of its path, not the path, which may contain anything. */
  route?: unknown;
  client?: unknown;
  error?: unknown;
  /** The id that the processor gave the last of its calls. */
  processorRequestId?: string;
  /** Where it belongs in a trace: as its caller says, until it has a span of its own. */
  trace?: TraceHeaders | undefined;
};

/** Handles a request, whose facts can then be found from what it calls. */
export type AroundRequest = <A>(facts: RequestFacts, handle: () => A) => A;

// From a proxy or the caller, so that its own log has the same id.
const usualId = /^[\w.:+/=-]{1,128}$/;

/** The id of a request: that of its header `x-request-id`, unless that is unusual or looks like a secret; else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && usualId.test(given) && redact(given) === given
    ? given
    : randomUUID();
};

/** A request that has ended. */
type EndedRequest = {
  readonly method: string;
  /** The pattern of its path; `undefined`: nothing handles its path. */
  readonly route: string | undefined;
  /** 499: the caller left before the response. */
  readonly status: number;
  readonly client: string | undefined;
  readonly error: string | undefined;
  /** From its arrival. */
  readonly seconds: number;
};

/** Is told of every request of the service, to count or to trace them. Both calls for a request have the same `facts`. */
export type RequestReports = {
  readonly began: (facts: RequestFacts, method: string | undefined) => void;
  readonly ended: (request: EndedRequest, facts: RequestFacts) => void;
};

/** Tells all of them, if there are any. */
export const reportToAll = (all: ReadonlyArray<RequestReports>): RequestReports | undefined =>
  all.length < 2
    ? all[0]
    : {
        began: (...request) => {
          for (const { began } of all) began(...request);
        },
        ended: (...request) => {
          for (const { ended } of all) ended(...request);
        },
      };

/** Where requests are reported: in the log, and where they are counted. */
type RequestTrackers = {
  readonly logger: Logger;
  /** Whether the requests of probes and scrapers are logged, which come every few seconds. Default: `all`. */
  readonly probes?: 'all' | 'failed';
  readonly reports?: RequestReports | undefined;
};

const probed: ReadonlySet<unknown> = new Set(['/health', '/ready', '/metrics']);

const isOfProbe = (route: unknown): boolean => probed.has(route);

const textOrNothing = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/**
 * Logs one line when the response to a request of the service has ended or its caller has left, with the facts as they are then.
 * Returns the headers that every response of the service has. `arrivedAt`: by `performance.now()`.
 */
export const trackRequest = (
  response: ServerResponse,
  { id, arrivedAt }: { readonly id: string; readonly arrivedAt: number },
  facts: RequestFacts,
  { logger, probes = 'all', reports }: RequestTrackers,
): Readonly<Record<string, string>> => {
  const { headers, method: verb } = response.req;
  if (headers['traceparent'] !== undefined) facts.trace = traceHeadersOf(headers);
  reports?.began(facts, verb);
  const end = (): void => {
    const milliseconds = performance.now() - arrivedAt;
    const { method = '' } = response.req;
    const status = response.writableFinished ? response.statusCode : 499;
    if (probes === 'all' || status >= 400 || !isOfProbe(facts.route)) {
      logger.info('request', {
        request_id: id,
        method,
        route: facts.route,
        status,
        duration_ms: Math.round(milliseconds * 10) / 10,
        client: facts.client,
        error: facts.error,
        processor_request_id: facts.processorRequestId,
        trace_id: facts.trace === undefined ? undefined : traceIdOf(facts.trace),
      });
    }
    reports?.ended(
      {
        method,
        route: textOrNothing(facts.route),
        status,
        client: textOrNothing(facts.client),
        error: textOrNothing(facts.error),
        seconds: milliseconds / 1000,
      },
      facts,
    );
  };
  // The caller may have left while the request waited for its checks.
  if (response.closed) end();
  else response.once('close', end);
  return { 'x-request-id': id, 'x-content-type-options': asTheirType['x-content-type-options'] };
};
