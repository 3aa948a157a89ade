import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanStatus,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** A span that has ended. */
export type RecordedSpan = {
  readonly name: string;
  readonly kind: string | undefined;
  readonly id: string;
  readonly traceId: string;
  readonly parentId: string | undefined;
  readonly attributes: Attributes;
  readonly isError: boolean;
};

const createContextManager = (): ContextManager => {
  const contexts = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => contexts.getStore() ?? ROOT_CONTEXT,
    with: (active, run, self, ...args) => contexts.run(active, () => run.apply(self, args)),
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
};

const startSpan =
  (ended: Array<RecordedSpan>): Tracer['startSpan'] =>
  (name, { kind = SpanKind.INTERNAL, attributes = {} } = {}, inside = context.active()) => {
    const parent = trace.getSpanContext(inside);
    const spanContext: SpanContext = {
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      traceFlags: parent?.traceFlags ?? TraceFlags.SAMPLED,
      ...(parent?.traceState === undefined ? {} : { traceState: parent.traceState }),
    };
    const own: Attributes = { ...attributes };
    let isError = false;
    const span: Span = {
      spanContext: () => spanContext,
      setAttribute: (key, value) => {
        own[key] = value;
        return span;
      },
      setAttributes: (more) => {
        Object.assign(own, more);
        return span;
      },
      setStatus: ({ code }: SpanStatus) => {
        isError = code === SpanStatusCode.ERROR;
        return span;
      },
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      updateName: () => span,
      recordException: () => undefined,
      isRecording: () => true,
      end: () => {
        ended.push({
          name,
          kind: SpanKind[kind],
          id: spanContext.spanId,
          traceId: spanContext.traceId,
          parentId: parent?.spanId,
          attributes: own,
          isError,
        });
      },
    };
    return span;
  };

/** Registers a small OpenTelemetry SDK for a suite. */
export const useRecordedSpans = (): {
  readonly ended: Array<RecordedSpan>;
  readonly flushes: () => number;
} => {
  const ended: Array<RecordedSpan> = [];
  let flushes = 0;
  const start = startSpan(ended);
  const provider = {
    getTracer: (): Tracer => ({
      startSpan: start,
      startActiveSpan: () => {
        throw new Error('nobody calls this');
      },
    }),
    forceFlush: async () => {
      flushes += 1;
    },
  };
  before(() => {
    context.setGlobalContextManager(createContextManager());
    trace.setGlobalTracerProvider(provider);
  });
  afterEach(() => {
    ended.splice(0);
  });
  after(() => {
    trace.disable();
    context.disable();
  });
  return { ended, flushes: () => flushes };
};
