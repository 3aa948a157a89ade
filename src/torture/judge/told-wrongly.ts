import { amountText } from '../../domain/money/amount-text.js';
import { isAnsweredLater } from '../../domain/reconciliation/answered-later.js';
import {
  hasNoMoney,
  moneyOf,
  ordersIn,
  outcomeText,
  shopText,
  sumOf,
} from '../../domain/reconciliation/order-facts.js';
import { knownBack, surplusOf } from '../../domain/reconciliation/refund-rules.js';
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

export const toldFailedButRefunded = orderRule(
  {
    name: 'told_failed_but_refunded',
    explanation:
      'The staff was told that a refund failed, and it was made. The staff gives the money back once more, or in another way.',
  },
  (order) => {
    const { refunds, currency } = order;
    const failed = refunds.flatMap(({ amount, answer }) =>
      answer?.outcome === 'failed' ? [{ amount, answer }] : [],
    );
    const [first] = failed;
    const { refunded, kept } = moneyOf(order.payments);
    // The shop may undo an order by itself.
    const undone = kept === 0 && ordersIn(order, 'canceled', 'failed').length > 0;
    if (first === undefined || undone) return null;
    const own = surplusOf(order);
    // More than the staff asked for is `refunded_too_much`, and what the shop's books do not have is `refund_unknown`.
    const asked = sumOf(refunds.map(({ amount }) => amount));
    const known = knownBack(order) ?? refunded;
    if (refunded > asked + own || refunded - own > known) return null;
    const explained = asked - sumOf(failed.map(({ amount }) => amount)) + own;
    return refunded > explained
      ? `the staff was told ${outcomeText(first.answer)} about a refund of ${amountText(first.amount, currency)}, but ${amountText(refunded, currency)} was given back`
      : null;
  },
);
