import { amountText } from '../../domain/amount-text.js';
import { isAnsweredLater } from '../../domain/reconciliation/answered-later.js';
import {
  hasNoMoney,
  ordersIn,
  outcomeText,
  shopText,
} from '../../domain/reconciliation/order-facts.js';
import { orderRule } from './torture-rule.js';

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
