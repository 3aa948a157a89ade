import { aText, aWord, optional, options } from '../../application/checked-input.js';
import type { EventSource } from '../../application/ports/event-source.js';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { SnapshotEvent } from '../../domain/events/processor-event.js';
import type { List } from '../../domain/input/list.js';
import type { Dispute } from '../../domain/objects/dispute.js';
import type { PaymentIntent } from '../../domain/objects/payment-intent.js';
import type { Payout } from '../../domain/objects/payout.js';
import type { Refund } from '../../domain/objects/refund.js';
import type { SetupIntent } from '../../domain/objects/setup-intent.js';
import type { AwaitedMethod } from '../engine/intents/awaited-method.js';
import type { EngineSnapshot } from '../engine/kernel/memory.js';
import type { FailureAlias } from '../engine/kernel/operation.js';
import type { PlannedFailure } from '../engine/kernel/planned-failures.js';
import type { CheckoutSessionObject } from '../engine/objects/checkout-session.js';
import {
  type SimulatedMethodType,
  simulatedMethodTypes,
} from '../engine/objects/payment-method.js';

/** The calls to which a planned failure applies: a function of `PaymentProcessor`, its short alias, or `any`. */
export type FailureTarget = keyof PaymentProcessor | FailureAlias | 'any';

/**
 * A planned failure. `on: 'confirm'` also applies to a creation with `confirm: true`, and to setup intents. `with` is one of:
 *
 * - `{ decline }`: the card is declined, with a decline code of Stripe such as `insufficient_funds` or an error code such as
 *   `expired_card`; a confirmation leaves its failed charge, or the failed attempt of a setup intent
 * - `rate_limit` (429) and `server_error` (500, nothing done)
 * - `unreachable`: nothing is done, and the caller knows it
 * - `timeout_before` and `timeout_after`: no response, without and with the work done; the caller cannot tell them apart
 * - `cut_short`: the work is done, and the connection breaks in the middle of the response
 * - `processing`: the confirmation of a payment stays in `processing`
 * - `{ delay }`: the response is delayed by this many milliseconds, up to ten minutes
 */
export type FailurePlan = {
  readonly on: FailureTarget;
  readonly with: PlannedFailure;
  /** The number of calls that fail. Absent: 1. */
  readonly times?: number;
};

/** The whole state of the processor as plain JSON, to write to a file and read back. */
export type MemorySnapshot = EngineSnapshot;

/** The inputs of the customer on the page of a checkout session. */
export type CheckoutCustomer = {
  /** The number of a test card. Absent: 4242424242424242. */
  readonly card?: string;
  /** Absent: ana@example.com, unless the session has an address already. */
  readonly email?: string;
  /** The account of `method: 'sepa_debit'`. Absent: DE89370400440532013000, whose debits succeed. */
  readonly iban?: string;
  /** A method in place of a card, which the session must take. */
  readonly method?: SimulatedMethodType;
  /** Absent: Ana Gil. */
  readonly name?: string;
  /** Absent: +34600000000, if the session or the method asks for a phone number. */
  readonly phone?: string;
};

export const CheckoutCustomer = options<CheckoutCustomer>({
  card: optional(aText),
  email: optional(aText),
  iban: optional(aText),
  method: optional(aWord(...simulatedMethodTypes)),
  name: optional(aText),
  phone: optional(aText),
});

/** Selects a page of events. `limit`: 1 to 100; absent: 10. */
export type EventsPage = {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
  readonly type?: string;
};

/**
 * Plays the customer, the bank and the network, for tests and local work. Every control is synchronous. A control that
 * fails changes nothing and throws a `ThrownPaymentError` with the tag `ProcessorRefused`: status 404 for an unknown id,
 * 400 for an object in the wrong state and for an invalid failure plan, page, clock step or snapshot.
 */
export type MemoryControls = {
  /** The payment method that waits for the customer of a payment intent or setup intent: its type, and its name. */
  readonly awaitedMethod: (intent: string) => AwaitedMethod;
  /**
   * The customer passes the 3D Secure challenge, or approves on the page of another payment method: such a payment goes on at
   * once. With manual confirmation a payment intent goes back to
   * `requires_confirmation` and its next confirmation charges it; with automatic confirmation it is charged now. A setup
   * intent succeeds. Returns the intent, also when that charge is declined.
   */
  readonly completeChallenge: (intent: string) => PaymentIntent | SetupIntent;
  /** The customer fails the challenge, or refuses on the page of another payment method: the payment intent or setup intent goes to `requires_payment_method`. */
  readonly failChallenge: (intent: string) => PaymentIntent | SetupIntent;
  /**
   * An intent in `processing` succeeds; a refund succeeds or fails, depending on its test card; the bank decides a dispute
   * as its evidence asks for, or else for the merchant; a payout arrives.
   */
  readonly settle: (id: string) => PaymentIntent | Refund | Dispute | Payout;
  /**
   * An intent in `processing` is declined; a refund fails, and its amount can be refunded again; a chargeback is lost, and
   * an inquiry becomes a chargeback; the bank returns a payout.
   */
  readonly fail: (id: string) => PaymentIntent | Refund | Dispute | Payout;
  /**
   * Pays the available balance of each currency out, as Stripe does each day in accounts with automatic payouts: unlike a payout by
   * hand, such a payout has a list of its balance transactions. Returns the new payouts; currencies without money have none.
   */
  readonly payOut: () => ReadonlyArray<Payout>;
  /** An uncaptured authorization expires: the intent is canceled and its amount released. */
  readonly expire: (paymentIntent: string) => PaymentIntent;
  /**
   * The customer fills in and submits the page of a checkout session. Returns the session: `complete`, or still `open` after
   * a decline and while a challenge waits (`payment_intent` is the intent to complete).
   */
  readonly completeCheckout: (
    session: string,
    customer?: CheckoutCustomer,
  ) => CheckoutSessionObject;
  /**
   * The customer chooses a payment method on the page of the shop, whose Stripe.js makes a confirmation token of it. Returns its id,
   * `ctoken_...`. Absent: `pm_card_visa`.
   */
  readonly createConfirmationToken: (paymentMethod?: string) => string;
  readonly clock: {
    /** The processor's time in Unix seconds; never goes back. */
    readonly now: () => number;
    /**
     * Moves the clock forward by a whole number of seconds; authorizations older than a week expire. Throws beyond 100
     * years in all.
     */
    readonly advance: (seconds: number) => void;
  };
  /**
   * Plans a failure. Several plans wait in a queue; each applies to the next call that it names. Throws for an unknown call, kind
   * of failure or decline code.
   */
  readonly failNext: (plan: FailurePlan) => void;
  /**
   * Delays events by this many seconds of the processor's clock, 0 to 2,592,000 (30 days), in lists, listeners and
   * webhooks; events that wait already are delayed too. They appear with the next call or clock step after the delay.
   */
  readonly delayEvents: (seconds: number) => void;
  /** A page of the kept events, newest first. Throws for an invalid page. */
  readonly events: (page?: EventsPage) => List<SnapshotEvent>;
  /** The same events as an `EventSource`, to backfill missed ones; failures are `ProcessorError`s. */
  readonly eventSource: EventSource;
  /**
   * Calls the listener with every new event, one by one and in order, after the call that caused it. Returns a function
   * that removes the listener. An error that a listener throws or rejects with is passed to `onListenerError`; the processor
   * and other listeners continue.
   */
  readonly onEvent: (listener: (event: SnapshotEvent) => unknown) => () => void;
  /** Forgets everything and starts over with the same seed. Listeners stay. */
  readonly reset: () => void;
  /** Returns the whole state of the processor. */
  readonly snapshot: () => MemorySnapshot;
  /**
   * Restores the state of a snapshot: ids, clock, idempotency keys, events. Listeners stay. Throws for an invalid snapshot,
   * and keeps the current state.
   */
  readonly restore: (snapshot: MemorySnapshot) => void;
};
