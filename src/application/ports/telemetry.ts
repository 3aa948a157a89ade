/** How a call of the processor ended. `not_done`: nothing reached the processor. `unknown`: the work may have been done. */
export type CallOutcome = 'done' | 'declined' | 'refused' | 'not_done' | 'unknown';

/** A call of the processor with all its attempts. */
export type ProcessorCall = {
  /** The name of the processor function, or of a request of the adapter's own, such as `listEvents`. */
  readonly operation: string;
  readonly outcome: CallOutcome;
  /** From its beginning to its end, with the pauses between attempts, in seconds. */
  readonly duration: number;
  /** The number of attempts after the first. */
  readonly retries: number;
  /** The id that the processor gave the last attempt (`req_...`), if it gave one. */
  readonly requestId?: string;
};

/** The state of a circuit breaker. `open`: calls fail at once. `half_open`: a few calls try whether the processor is back. */
export type BreakerState = 'closed' | 'half_open' | 'open';

/** How an attempt to handle an event ended. `failed`: it will be tried again. `dead`: it waits for a replay. */
export type EventConclusion = 'handled' | 'failed' | 'dead' | 'ignored';

/**
 * How a key in doubt was settled: by a later `request` with it, or by a look-up after an `event` that names it, in the `background`,
 * or by a `command` of an operator.
 */
export type SettledBy = 'request' | 'event' | 'background' | 'command';

/**
 * Gets reports of events that an operator wants to count. The functions return immediately. No report has card data, secrets,
 * or anything that a caller wrote; types of events come from the processor.
 */
export type Telemetry = {
  readonly processorCallEnded: (call: ProcessorCall) => void;
  readonly breakerChanged: (state: BreakerState) => void;
  /** A request that changes something failed, and may have been done. `error`: the `_tag` of its error. */
  readonly outcomeUnknown: (request: {
    readonly operation: string;
    readonly error: string;
  }) => void;
  /** A request with an idempotency key got the stored response of an earlier one. */
  readonly requestReplayed: (request: { readonly operation: string }) => void;
  /** A request left its idempotency key in doubt: it is unknown whether it was done. */
  readonly keyLeftInDoubt: (request: { readonly operation: string }) => void;
  /** It was found out what became of an idempotency key in doubt. */
  readonly keySettled: (request: { readonly operation: string; readonly by: SettledBy }) => void;
  readonly eventReceived: (event: { readonly type: string; readonly duplicate: boolean }) => void;
  readonly eventConcluded: (event: {
    readonly type: string;
    readonly conclusion: EventConclusion;
  }) => void;
  /** Another instance took over work in progress, because the lease of this one was not extended in time. */
  readonly leaseLost: (of: 'event' | 'idempotency_key') => void;
};

/** Drops every report. */
export const silentTelemetry: Telemetry = {
  processorCallEnded: () => {},
  breakerChanged: () => {},
  outcomeUnknown: () => {},
  requestReplayed: () => {},
  keyLeftInDoubt: () => {},
  keySettled: () => {},
  eventReceived: () => {},
  eventConcluded: () => {},
  leaseLost: () => {},
};
