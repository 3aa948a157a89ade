import {
  type Attributes,
  type Context,
  context,
  createTraceState,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import type {
  AroundRequest,
  RequestFacts,
  RequestReports,
} from '../adapters/inbound/http/server/track-request.js';
import { packageVersion } from '../adapters/package-version.js';
import type { TraceHeaders, Tracing } from '../application/ports/tracing.js';
import { redact } from '../domain/text/redact.js';

/** The spans of a service. */
export type Spans = Tracing & {
  readonly requests: RequestReports;
  /** Calls of a request become parts of its span. */
  readonly around: AroundRequest;
  /** Handles an event. Nobody knows the trace in which it came, so that it begins one. */
  readonly aroundEvent: <A>(type: string, handle: () => Promise<A>) => Promise<A>;
  /** Waits until the spans that have ended were exported. */
  readonly flush: () => Promise<void>;
};

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const longest = 128;

const text = (value: string): string => redact(value).slice(0, longest);

const fail = (span: Span, error: string): void => {
  span.setAttribute('error.type', text(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
};

const contextOf = ({ traceparent, tracestate }: TraceHeaders): SpanContext => {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  return {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(tracestate === undefined ? {} : { traceState: createTraceState(tracestate) }),
  };
};

const headersOf = (span: Span | undefined): TraceHeaders | undefined => {
  const spanContext = span?.spanContext();
  if (spanContext === undefined || !trace.isSpanContextValid(spanContext)) return undefined;
  const { traceId, spanId, traceFlags, traceState } = spanContext;
  const tracestate = traceState?.serialize() ?? '';
  const flags = traceFlags.toString(16).padStart(2, '0');
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    ...(tracestate === '' ? {} : { tracestate }),
  };
};

const createSpans = (
  tracer: Tracer,
  processorHost: string | undefined,
  flush: Spans['flush'],
): Spans => {
  const ofRequests = new WeakMap<RequestFacts, Span>();

  const run = async <A>(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    parent: Context,
    work: (span: Span) => Promise<A>,
  ): Promise<A> => {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    try {
      return await context.with(trace.setSpan(parent, span), () => work(span));
    } catch (error) {
      fail(span, error instanceof Error ? error.name : '_OTHER');
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    requests: {
      began: (facts, method = '') => {
        const active = context.active();
        // An instrumentation of `node:http` may have made a span of the request.
        const isPart = trace.getSpan(active) !== undefined;
        const verb = knownMethods.has(method) ? method : 'HTTP';
        const route = typeof facts.route === 'string' ? text(facts.route) : undefined;
        const span = tracer.startSpan(
          route === undefined ? verb : `${verb} ${route}`,
          {
            kind: isPart ? SpanKind.INTERNAL : SpanKind.SERVER,
            attributes: {
              'http.request.method': verb === 'HTTP' ? '_OTHER' : verb,
              ...(route === undefined ? {} : { 'http.route': route }),
            },
          },
          isPart || facts.trace === undefined
            ? active
            : trace.setSpanContext(active, contextOf(facts.trace)),
        );
        ofRequests.set(facts, span);
        facts.trace = headersOf(span) ?? facts.trace;
      },
      ended: ({ status, error }, facts) => {
        const span = ofRequests.get(facts);
        if (span === undefined) return;
        if (status === 499) fail(span, 'caller_left');
        else {
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) fail(span, error ?? String(status));
        }
        span.end();
      },
    },
    around: (facts, handle) => {
      const span = ofRequests.get(facts);
      return span === undefined
        ? handle()
        : context.with(trace.setSpan(context.active(), span), handle);
    },
    aroundProcessorCall: (operation, call) =>
      run(
        text(operation),
        SpanKind.CLIENT,
        processorHost === undefined ? {} : { 'server.address': text(processorHost) },
        context.active(),
        (span) =>
          call(({ outcome, retries }) => {
            span.setAttributes({
              'pasarela.processor.outcome': outcome,
              'pasarela.processor.retries': retries,
            });
            if (outcome !== 'done') fail(span, outcome);
          }),
      ),
    headers: () => headersOf(trace.getSpan(context.active())),
    aroundEvent: (type, handle) =>
      run(
        `process ${text(type)}`,
        SpanKind.CONSUMER,
        { 'messaging.operation.type': 'process', 'pasarela.event.type': text(type) },
        ROOT_CONTEXT,
        handle,
      ),
    flush,
  };
};

// The API's own provider passes calls on to the one that was registered.
type Provider = TracerProvider & {
  readonly getDelegate?: () => Provider;
  readonly getDelegateTracer?: (name: string, version: string) => Tracer | undefined;
  readonly forceFlush?: () => Promise<void>;
};

/**
 * The spans of a service, made by the OpenTelemetry SDK that the process has registered before; `undefined`: there is none.
 * `processorHost`: the host of the processor.
 */
export const openSpans = (processorHost: string | undefined): Spans | undefined => {
  const provider: Provider = trace.getTracerProvider();
  const tracer =
    provider.getDelegateTracer === undefined
      ? provider.getTracer('pasarela', packageVersion)
      : provider.getDelegateTracer('pasarela', packageVersion);
  return tracer === undefined
    ? undefined
    : createSpans(tracer, processorHost, async () =>
        (provider.getDelegate?.() ?? provider).forceFlush?.().catch(() => undefined),
      );
};
