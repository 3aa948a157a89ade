import { amountText } from '../../domain/amount-text.js';
import { isAnsweredLater } from '../plan/pay-method.js';
import {
  chargedText,
  keptPayments,
  lastAnswer,
  ordersIn,
  outcomeText,
  shopText,
  takesChargeForFailed,
} from './order-facts.js';
import { hasNoMoney } from './order-without-charge.js';
import { orderRule } from './torture-rule.js';

export const toldFailedButPaid = orderRule(
  {
    name: 'told_failed_but_paid',
    explanation:
      'The customer was told that the payment failed, and it was charged. The customer pays a second time, here or elsewhere.',
  },
  (order) => {
    const last = lastAnswer(order);
    return last !== null && takesChargeForFailed(order)
      ? `the customer was told ${outcomeText(last)}, but ${chargedText(keptPayments(order))}; ${shopText(order)}`
      : null;
  },
);

export const toldPaidButNotCharged = orderRule(
  {
    name: 'told_paid_but_not_charged',
    explanation:
      'The customer was told that the order is paid, and no money was taken. The customer waits for goods that the shop does not send.',
  },
  (order) => {
    const paid = order.answers.find((answer) => answer?.outcome === 'paid') ?? null;
    // A paid order without money is `order_without_charge`; a canceled one may have given a hold back.
    const explained = ordersIn(order, 'paid', 'canceled').length > 0;
    // The shop knows that the bank refused the debit, and may have written to the customer.
    if (isAnsweredLater(order.method) && ordersIn(order, 'failed').length > 0) return null;
    const sent = order.shopOrders.some(({ shipments = 0 }) => shipments > 0);
    return paid !== null && !explained && !sent && hasNoMoney(order)
      ? `the customer was told ${outcomeText(paid)}, but nothing of ${amountText(order.amount, order.currency)} was charged; ${shopText(order)}`
      : null;
  },
);
