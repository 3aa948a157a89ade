import type { OutcomeLookUps } from '../application/ports/payment-processor.js';
import type { PaymentIntentId, RefundId } from '../domain/ids.js';

/**
 * What happens to the next changing call: `answer_lost`, the work is done but its answer never arrives; `not_reached`,
 * the call does not arrive; `rate_limited`, it is refused with 429; `server_error`, it is answered with 500.
 */
export type Fault = 'answer_lost' | 'not_reached' | 'rate_limited' | 'server_error';

/**
 * What only some processors allow on demand. Clauses that need a capability which is absent are reported as skipped,
 * under their name. Each function gets what `makeProcessor` made.
 */
export type Capabilities<P> = {
  /**
   * How `createCard` keeps a card: as a source (`card_...`, of which the first is the default), or as a payment method
   * (`pm_...`). Absent: `sources`. It skips nothing.
   */
  readonly cards?: 'sources' | 'payment_methods';
  /** Whether `createCardToken` takes the numbers of test cards. Many real accounts refuse them. */
  readonly rawCardNumbers?: boolean;
  /** The customer passes the 3D Secure challenge of an intent in `requires_action`. */
  readonly completeChallenge?: (processor: P, intent: PaymentIntentId) => Promise<void> | void;
  /** The customer fails the challenge, or refuses it. */
  readonly failChallenge?: (processor: P, intent: PaymentIntentId) => Promise<void> | void;
  /** A `pending` refund reaches its natural end: the test card decides whether it succeeds or fails. */
  readonly settleRefund?: (processor: P, refund: RefundId) => Promise<void> | void;
  /** The next changing call meets this fault, once. An adapter that tries again by itself may hide it. */
  readonly injectFault?: (processor: P, fault: Fault) => Promise<void> | void;
  /** Its look-ups, which find out what became of a change whose key it has forgotten. */
  readonly lookUps?: (processor: P) => OutcomeLookUps;
  /** Ends what `makeProcessor` made, after every clause. Its absence skips nothing. */
  readonly close?: (processor: P) => Promise<void> | void;
};
