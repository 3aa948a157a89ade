import type { EventSource } from '../../../application/ports/event-source.js';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import type { List } from '../../../domain/list.js';
import type { PaymentIntent } from '../../../domain/payment-intent.js';
import type { SnapshotEvent } from '../../../domain/processor-event.js';
import type { Refund } from '../../../domain/refund.js';
import type { EngineSnapshot } from './engine/kernel/memory.js';
import type { FailureAlias } from './engine/kernel/operation.js';
import type { PlannedFailure } from './engine/kernel/planned-failures.js';

/** The calls that a planned failure can hit: a function of the port, a short word for one, or `any`. */
export type FailureTarget = keyof PaymentProcessor | FailureAlias | 'any';

/**
 * The next failure. `on: 'confirm'` also hits a creation that confirms. `with`: `{ decline }` (a decline code of Stripe's
 * such as `insufficient_funds`, or an error code such as `expired_card`; a confirmation leaves its failed charge),
 * `rate_limit` (429), `server_error` (500, nothing done), `unreachable` (nothing done, and that is known),
 * `timeout_before` and `timeout_after` (without and with the work done, which the caller cannot tell apart), `cut_short`
 * (the work is done and the connection breaks in the middle of the answer), `processing` (a confirmation that stays in
 * `processing`), and `{ delay }` (milliseconds up to ten minutes, by which the answer is held back).
 */
export type FailurePlan = {
  readonly on: FailureTarget;
  readonly with: PlannedFailure;
  /** How many calls it hits; absent: one. */
  readonly times?: number;
};

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
 * promise. A control that cannot do what it is told changes nothing and throws a `ThrownPaymentError` that says why:
 * a `ProcessorRefused`, with status 404 for an id that nothing has, with 400 for an object that is not in a state for
 * it, and for a plan, a page, a step of the clock or a snapshot that is none.
 */
export type MemoryControls = {
  /**
   * The customer authenticates. With manual confirmation the intent is back in `requires_confirmation` and its next
   * confirmation charges it; with automatic confirmation it is charged now, and the answer is the intent also when
   * that charge is declined.
   */
  readonly completeChallenge: (paymentIntent: string) => PaymentIntent;
  /** The customer fails to authenticate: the intent needs another payment method. */
  readonly failChallenge: (paymentIntent: string) => PaymentIntent;
  /** An intent in `processing` goes through; a `pending` refund comes to the end that its card has for it. */
  readonly settle: (id: string) => PaymentIntent | Refund;
  /** An intent in `processing` is declined; a `pending` refund fails, and its amount can be refunded again. */
  readonly fail: (id: string) => PaymentIntent | Refund;
  /** An authorization that was not captured lapses: the intent is canceled and its amount released. */
  readonly expire: (paymentIntent: string) => PaymentIntent;
  readonly clock: {
    /** Unix seconds; never goes back. */
    readonly now: () => number;
    /**
     * Moves the clock forward, by a whole number of seconds from 0; authorizations whose week is over by then lapse.
     * Throws beyond 100 years in all.
     */
    readonly advance: (seconds: number) => void;
  };
  /**
   * Plans a failure. Several wait in line, and each hits the next call that it names. Throws when the plan names no
   * call, no kind of failure or no decline code that the processor knows.
   */
  readonly failNext: (plan: FailurePlan) => void;
  /**
   * From now on events are seen so many seconds late by the processor's clock, those that wait too: in lists, by listeners
   * and by webhooks. They come out with the next call or step of the clock after that. 0 to 2,592,000 (30 days).
   */
  readonly delayEvents: (seconds: number) => void;
  /** A page of the events that are kept, newest first. Throws when there is no such page. */
  readonly events: (page?: EventsPage) => List<SnapshotEvent>;
  /** The same events as a source of missed ones: what cannot be listed is a `ProcessorError`. */
  readonly eventSource: EventSource;
  /**
   * Hands every new event to the listener, one by one and in order, once the call that caused it is over; the function
   * that it answers with ends that. What a listener throws, or its promise rejects with, goes to `onListenerError` and
   * harms neither the processor nor other listeners.
   */
  readonly onEvent: (listener: (event: SnapshotEvent) => void | Promise<void>) => () => void;
  /** Forgets everything, and starts over with the same seed. Listeners stay. */
  readonly reset: () => void;
  readonly snapshot: () => MemorySnapshot;
  /**
   * Goes on exactly where the snapshot was taken: ids, clock, idempotency keys, events. Listeners stay. Throws, and
   * stays where it is, when this is no snapshot.
   */
  readonly restore: (snapshot: MemorySnapshot) => void;
};
