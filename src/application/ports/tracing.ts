import type { ProcessorCall } from './telemetry.js';

/** Where work belongs in a trace of several services: the headers of https://www.w3.org/TR/trace-context/. */
export type TraceHeaders = { readonly traceparent: string; readonly tracestate?: string };

/** Follows work to the calls that it makes. */
export type Tracing = {
  /** Makes a call of the processor, which may send several requests. `call` passes on how it ended. */
  readonly aroundProcessorCall: <A>(
    operation: string,
    call: (ended: (facts: ProcessorCall) => void) => Promise<A>,
  ) => Promise<A>;
  /** The headers that a request to another service gets now. */
  readonly headers: () => TraceHeaders | undefined;
};
