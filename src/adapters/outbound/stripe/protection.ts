import type { Bounds } from '../../../application/checked-input.js';

/** Stripe allows an account about 100 calls a second, so this is plenty. */
export const maxConnections = 256;

// As many may hang, and the others are for calls that try whether the processor is back.
const mostCalls = 120;

/** How many calls may load the processor and this process, and when a processor that does not answer is left alone. */
export type Protection = {
  /** How many requests are in progress at the same time at most. */
  readonly maxCalls: number;
  /** How many requests wait for one of those to end at most. */
  readonly maxWaitingCalls: number;
  /** How many requests without an answer within ten seconds open the circuit breaker, if they are four fifths. 0: none. */
  readonly breakerFailures: number;
  /** How many requests without an answer in a row, over at least ten seconds, open it too: for few calls. 0: however many. */
  readonly breakerFailuresInRow: number;
  /** How long the open breaker sends nothing, in milliseconds. */
  readonly breakerPauseMs: number;
};

/** The ranges of the limits, and their defaults. */
export const protectionBounds: { readonly [N in keyof Protection]: Bounds } = {
  maxCalls: { from: 1, to: mostCalls, fallback: mostCalls },
  maxWaitingCalls: { from: 0, to: 100_000, fallback: 256 },
  breakerFailures: { from: 0, to: 100_000, fallback: 10 },
  breakerFailuresInRow: { from: 0, to: 100_000, fallback: 3 },
  breakerPauseMs: { from: 1, to: 600_000, fallback: 5000 },
};
