import { type ApiError, invalidRequest } from '../errors.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import type { IntentRefusal } from './intent-machine.js';

const cancelable =
  'requires_payment_method, requires_capture, requires_confirmation, requires_action, processing';

const describe = ({ status, trigger, allowed }: IntentRefusal): string => {
  if (trigger === 'cancel') {
    return `You cannot cancel this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable}.`;
  }
  if (trigger === 'capture') {
    if (status === 'succeeded') {
      return 'The remaining amount on this PaymentIntent could not be captured because the remainder of the authorized amount has been released.';
    }
    return `This PaymentIntent could not be captured because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be captured: ${allowed.join(', ')}.`;
  }
  if (trigger === 'payment_method_supplied' || trigger.startsWith('confirm_')) {
    if (status === 'succeeded') {
      return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
    }
    if (status === 'requires_payment_method') {
      return "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.";
    }
    return `You cannot confirm this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
  }
  return `This PaymentIntent has a status of ${status}, but it would have to be in ${allowed.join(', ')}.`;
};

/** The refusal of what an intent's status does not allow, the intent in it. */
export const intentStateError = (intent: PaymentIntentObject, refusal: IntentRefusal): ApiError =>
  invalidRequest(describe(refusal), {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  });
