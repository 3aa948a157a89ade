import type { PaymentIntentObject } from '../objects/payment-intent.js';

/** Whether the payment of an intent is only authorized first: what its card's options say outweighs the intent. */
export const isCapturedByHand = ({
  capture_method,
  payment_method_options: { card },
}: PaymentIntentObject): boolean => (card.capture_method ?? capture_method) === 'manual';
