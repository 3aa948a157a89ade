import * as E from 'fp-ts/lib/Either.js';
import type { PaymentIntentStatus } from '../../../../../domain/payment-intent.js';

type Transition = {
  readonly from: ReadonlyArray<PaymentIntentStatus>;
  /** `null`: the status stays as it is. */
  readonly to: PaymentIntentStatus | null;
};

const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const;
// A challenge that is still open may be given up for a new attempt.
const confirmable = ['requires_confirmation', 'requires_action'] as const;
const challenged = ['requires_action'] as const;
const processing = ['processing'] as const;
const capturable = ['requires_capture'] as const;

/** Everything that can happen to an intent: from where, and where it leads. */
export const intentTransitions = {
  terms_changed: { from: open, to: null },
  payment_method_supplied: { from: open, to: 'requires_confirmation' },
  confirm_approved: { from: confirmable, to: 'succeeded' },
  confirm_authorized: { from: confirmable, to: 'requires_capture' },
  confirm_declined: { from: confirmable, to: 'requires_payment_method' },
  confirm_requires_action: { from: confirmable, to: 'requires_action' },
  confirm_processing: { from: confirmable, to: 'processing' },
  challenge_passed_manual: { from: challenged, to: 'requires_confirmation' },
  challenge_passed_approved: { from: challenged, to: 'succeeded' },
  challenge_passed_authorized: { from: challenged, to: 'requires_capture' },
  challenge_passed_declined: { from: challenged, to: 'requires_payment_method' },
  challenge_passed_processing: { from: challenged, to: 'processing' },
  challenge_failed: { from: challenged, to: 'requires_payment_method' },
  challenge_dropped: { from: challenged, to: 'requires_confirmation' },
  settle: { from: processing, to: 'succeeded' },
  settle_authorized: { from: processing, to: 'requires_capture' },
  fail: { from: processing, to: 'requires_payment_method' },
  capture: { from: capturable, to: 'succeeded' },
  cancel: { from: [...open, 'processing', 'requires_capture'], to: 'canceled' },
  expire: { from: capturable, to: 'canceled' },
} as const satisfies { readonly [trigger: string]: Transition };
/** What happens to an intent. */
export type IntentTrigger = keyof typeof intentTransitions;

/** A trigger that a status does not allow. */
export type IntentRefusal = {
  readonly status: PaymentIntentStatus;
  readonly trigger: IntentTrigger;
  /** The statuses that would have allowed it. */
  readonly allowed: ReadonlyArray<PaymentIntentStatus>;
};

/** Where a trigger leads an intent; total over all statuses and triggers. */
export const nextIntentStatus = (
  status: PaymentIntentStatus,
  trigger: IntentTrigger,
): E.Either<IntentRefusal, PaymentIntentStatus> => {
  const transition: Transition = intentTransitions[trigger];
  return transition.from.includes(status)
    ? E.right(transition.to ?? status)
    : E.left({ status, trigger, allowed: transition.from });
};
