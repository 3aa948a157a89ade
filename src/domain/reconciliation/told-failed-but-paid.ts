import {
  chargedText,
  keptPayments,
  lastAnswer,
  outcomeText,
  shopText,
  takesChargeForFailed,
} from './order-facts.js';
import type { OrderRule } from './order-rule.js';

export const toldFailedButPaid: OrderRule = {
  name: 'told_failed_but_paid',
  explanation:
    'The customer was told that the payment failed, and it was charged. The customer pays a second time, here or elsewhere.',
  check: (order) => {
    const last = lastAnswer(order);
    return last !== null && takesChargeForFailed(order)
      ? `the customer was told ${outcomeText(last)}, but ${chargedText(keptPayments(order))}; ${shopText(order)}`
      : null;
  },
};
