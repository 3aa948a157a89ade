import { aFlag, aFunction, aWord, optional, options } from '../application/checked-input.js';
import type { OutcomeLookUps, ProcessorExtras } from '../application/ports/payment-processor.js';
import type { PaymentIntentId, RefundId, SetupIntentId } from '../domain/ids.js';

/**
 * A fault that hits the next call that changes something. `answer_lost`: the work is done, but the response is lost.
 * `not_reached`: the call does not arrive. `rate_limited`: it is refused with 429. `server_error`: the response is 500.
 */
export type Fault = 'answer_lost' | 'not_reached' | 'rate_limited' | 'server_error';

/**
 * Ways in which tests control the processor. Clauses that need a missing capability are reported as skipped, by name. Each
 * function gets the processor that `makeProcessor` returned.
 */
export type Capabilities<P> = {
  /**
   * How `createCard` keeps a card: as a source (`card_...`; the first one is the default) or as a payment method (`pm_...`).
   * Absent: `sources`. No clause is skipped without it.
   */
  readonly cards?: 'sources' | 'payment_methods';
  /** Whether `createCardToken` accepts the numbers of test cards. Many real accounts refuse them. */
  readonly rawCardNumbers?: boolean;
  /** Passes the 3D Secure challenge of a payment intent or setup intent in `requires_action`, as the customer. */
  readonly completeChallenge?: (
    processor: P,
    intent: PaymentIntentId | SetupIntentId,
  ) => Promise<void> | void;
  /** Fails the challenge, as the customer. */
  readonly failChallenge?: (
    processor: P,
    intent: PaymentIntentId | SetupIntentId,
  ) => Promise<void> | void;
  /** Settles a `pending` refund: its test card decides whether it succeeds or fails. */
  readonly settleRefund?: (processor: P, refund: RefundId) => Promise<void> | void;
  /** Makes the fault hit the next call that changes something, once. An adapter that retries may hide it. */
  readonly injectFault?: (processor: P, fault: Fault) => Promise<void> | void;
  /** Returns the look-ups, which find out whether a change was done after its idempotency key was forgotten. */
  readonly lookUps?: (processor: P) => OutcomeLookUps;
  /** Returns the function that reads the account, to which stores are bound. */
  readonly retrieveAccount?: (processor: P) => ProcessorExtras['retrieveAccount'];
  /** Closes the processor after every clause. No clause is skipped without it. */
  readonly close?: (processor: P) => Promise<void> | void;
};

/** The options that say what a processor can do. */
export const capabilitiesOf = <P>() =>
  options<Capabilities<P>>({
    cards: optional(aWord('sources', 'payment_methods')),
    rawCardNumbers: optional(aFlag),
    completeChallenge: optional(aFunction()),
    failChallenge: optional(aFunction()),
    settleRefund: optional(aFunction()),
    injectFault: optional(aFunction()),
    lookUps: optional(aFunction()),
    retrieveAccount: optional(aFunction()),
    close: optional(aFunction()),
  });
