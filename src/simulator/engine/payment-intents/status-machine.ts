import * as E from 'fp-ts/lib/Either.js';
import type { PaymentIntentStatus } from '../../../domain/objects/payment-intent.js';
import { type ApiError, invalidRequest, withIntent } from '../errors.js';
import { missingMethod } from '../intents/refusals.js';
import { withChanges } from '../objects/json.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';

type Transition = {
  readonly from: ReadonlyArray<PaymentIntentStatus>;
  /** `null`: the status does not change. */
  readonly to: PaymentIntentStatus | null;
};

const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const;
// A new attempt may replace a challenge that is still open.
const confirmableStatuses = ['requires_confirmation', 'requires_action'] as const;
const challenged = ['requires_action'] as const;
const processing = ['processing'] as const;
const capturable = ['requires_capture'] as const;

/** Every trigger, with the statuses that allow it and the status to which it leads. */
export const intentTransitions = {
  terms_changed: { from: open, to: null },
  payment_method_supplied: { from: open, to: 'requires_confirmation' },
  confirm_approved: { from: confirmableStatuses, to: 'succeeded' },
  confirm_authorized: { from: confirmableStatuses, to: 'requires_capture' },
  confirm_declined: { from: confirmableStatuses, to: 'requires_payment_method' },
  confirm_requires_action: { from: confirmableStatuses, to: 'requires_action' },
  confirm_processing: { from: confirmableStatuses, to: 'processing' },
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
export type IntentTrigger = keyof typeof intentTransitions;

/** A trigger that a status does not allow. */
type IntentRefusal = {
  readonly status: PaymentIntentStatus;
  readonly trigger: IntentTrigger;
  /** The statuses that allow it. */
  readonly allowed: ReadonlyArray<PaymentIntentStatus>;
};

/** The status to which a trigger leads. */
export const nextIntentStatus = (
  status: PaymentIntentStatus,
  trigger: IntentTrigger,
): E.Either<IntentRefusal, PaymentIntentStatus> => {
  const transition: Transition = intentTransitions[trigger];
  return transition.from.includes(status)
    ? E.right(transition.to ?? status)
    : E.left({ status, trigger, allowed: transition.from });
};

// As the processor lists them: two of these statuses do not occur here.
const cancelable =
  'requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, expired, processing';

const describe = (
  { status, trigger, allowed }: IntentRefusal,
  { amount, amount_received }: PaymentIntentObject,
): string => {
  if (trigger === 'cancel') {
    return `You cannot cancel this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable}.`;
  }
  if (trigger === 'capture') {
    if (status === 'succeeded') {
      return amount_received < amount
        ? 'The remaining amount on this PaymentIntent could not be captured because the remainder of the authorized amount has been released.'
        : 'This PaymentIntent could not be captured because it has already been captured.';
    }
    return `This PaymentIntent could not be captured because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be captured: ${allowed.join(', ')}.`;
  }
  if (trigger === 'payment_method_supplied' || trigger.startsWith('confirm_')) {
    if (status === 'succeeded') {
      return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
    }
    return `You cannot confirm this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
  }
  return `This PaymentIntent has a status of ${status}, but it would have to be in ${allowed.join(', ')}.`;
};

const intentStateError = (intent: PaymentIntentObject, refusal: IntentRefusal): ApiError =>
  refusal.trigger.startsWith('confirm_') && refusal.status === 'requires_payment_method'
    ? withIntent(intent)(missingMethod('PaymentIntent', intent.customer))
    : invalidRequest(describe(refusal, intent), {
        code: 'payment_intent_unexpected_state',
        payment_intent: intent,
      });

/** The status of an intent after a trigger; an error if its status does not allow the trigger. */
export const statusAfter = (
  intent: PaymentIntentObject,
  trigger: IntentTrigger,
): E.Either<ApiError, PaymentIntentStatus> => {
  const next = nextIntentStatus(intent.status, trigger);
  return E.isLeft(next) ? E.left(intentStateError(intent, next.left)) : next;
};

/** The intent after a trigger, with other changes; an error if the intent's status does not allow the trigger. */
export const moveIntent = (
  intent: PaymentIntentObject,
  trigger: IntentTrigger,
  change: Partial<PaymentIntentObject> = {},
): E.Either<ApiError, PaymentIntentObject> => {
  const status = statusAfter(intent, trigger);
  return E.isLeft(status)
    ? status
    : E.right(withChanges(intent, { ...change, status: status.right }));
};
