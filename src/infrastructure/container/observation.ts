import {
  type AroundRequest,
  type RequestReports,
  reportToAll,
} from '../../adapters/inbound/http/server/track-request.js';
import { silentTelemetry, type Telemetry } from '../../application/ports/telemetry.js';
import type { Tracing } from '../../application/ports/tracing.js';
import type { Config } from '../config/config.js';
import type { Metrics } from '../metrics/metrics.js';
import { createRequestContext } from '../request-context.js';
import type { Spans } from '../spans.js';

/** How the service observes its requests, and the calls of the processor that they make. */
type Observation = {
  readonly telemetry: Telemetry;
  readonly tracing: Partial<Tracing>;
  readonly reports: RequestReports | undefined;
  readonly around: AroundRequest | undefined;
};

/** Counts requests and calls, traces them, and on Stripe connects each request with its calls. */
export const observe = (
  { kind }: Config['processor'],
  {
    metrics,
    spans,
  }: { readonly metrics?: Metrics | undefined; readonly spans?: Spans | undefined },
): Observation => {
  const context = kind === 'stripe' ? createRequestContext() : undefined;
  const counted = metrics?.telemetry ?? silentTelemetry;
  return {
    telemetry: context === undefined ? counted : context.noting(counted),
    tracing: {
      ...(spans === undefined ? {} : { aroundProcessorCall: spans.aroundProcessorCall }),
      headers: () => spans?.headers() ?? context?.trace(),
    },
    reports: reportToAll([metrics?.requests, spans?.requests].filter((one) => one !== undefined)),
    around:
      context === undefined || spans === undefined
        ? (context?.around ?? spans?.around)
        : (facts, handle) => context.around(facts, () => spans.around(facts, handle)),
  };
};
