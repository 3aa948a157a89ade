import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import type { OperationWord } from './engine/engine-request.js';
import type { Fault } from './engine/faults/fault.js';

/** The calls that a planned failure can hit: a function of the port, a short word for one, or `any`. */
export type FailureTarget = keyof PaymentProcessor | OperationWord | 'any';

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
  readonly with: Fault;
  /** How many calls it hits; absent: one. */
  readonly times?: number;
};
