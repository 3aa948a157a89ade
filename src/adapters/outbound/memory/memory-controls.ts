import type * as E from 'fp-ts/lib/Either.js';
import type { List } from '../../../domain/list.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import type { PaymentIntent } from '../../../domain/payment-intent.js';
import type { ProcessorEvent } from '../../../domain/processor-event.js';
import type { Refund } from '../../../domain/refund.js';
import type { EngineSnapshot } from './engine/engine-snapshot.js';
import type { FailurePlan } from './failure-plan.js';

/** All that the processor holds at one moment, as plain JSON: it can be written to a file and read back. */
export type MemorySnapshot = EngineSnapshot;

/** Which page of the events; `limit` is 1 to 100, and 10 when absent. */
export type EventsPage = {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
  readonly type?: string;
};

/**
 * What the customer, the bank and the network do, for tests and local work. Everything happens at once, without a
 * `Task`. What can be refused answers with an `Either`: an unknown id is a `ProcessorRefused` with status 404, an
 * object that is not in a state for it one with status 400.
 */
export type MemoryControls = {
  /**
   * The customer authenticates. With manual confirmation the intent is back in `requires_confirmation` and its next
   * confirmation charges it; with automatic confirmation it is charged now, and the answer is the intent also when
   * that charge is declined.
   */
  readonly completeChallenge: (paymentIntent: string) => E.Either<ProcessorError, PaymentIntent>;
  /** The customer fails to authenticate: the intent needs another payment method. */
  readonly failChallenge: (paymentIntent: string) => E.Either<ProcessorError, PaymentIntent>;
  /** An intent in `processing` goes through; a `pending` refund comes to the end that its card has for it. */
  readonly settle: (id: string) => E.Either<ProcessorError, PaymentIntent | Refund>;
  /** An intent in `processing` is declined; a `pending` refund fails, and its amount can be refunded again. */
  readonly fail: (id: string) => E.Either<ProcessorError, PaymentIntent | Refund>;
  /** An authorization that was not captured lapses: the intent is canceled and its amount released. */
  readonly expire: (paymentIntent: string) => E.Either<ProcessorError, PaymentIntent>;
  readonly clock: {
    /** Unix seconds; never goes back. */
    readonly now: () => number;
    /** Moves the clock forward. Negative steps change nothing. */
    readonly advance: (seconds: number) => void;
  };
  /** Plans a failure. Several wait in line, and each hits the next call that it names. */
  readonly failNext: (plan: FailurePlan) => E.Either<ProcessorError, void>;
  /** A page of the events that are kept, newest first. */
  readonly events: (page?: EventsPage) => E.Either<ProcessorError, List<ProcessorEvent>>;
  /**
   * Hands every new event to the listener, one by one and in order, once the call that caused it is over; the function
   * that it answers with ends that. What a listener throws, or its promise rejects with, goes to `onListenerError` and
   * harms neither the processor nor other listeners.
   */
  readonly onEvent: (listener: (event: ProcessorEvent) => void | Promise<void>) => () => void;
  /** Forgets everything, and starts over with the same seed. Listeners stay. */
  readonly reset: () => void;
  readonly snapshot: () => MemorySnapshot;
  /** Goes on exactly where the snapshot was taken: ids, clock, idempotency keys, events. Listeners stay. */
  readonly restore: (snapshot: MemorySnapshot) => E.Either<ProcessorError, void>;
};
