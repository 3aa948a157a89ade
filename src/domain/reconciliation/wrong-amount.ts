import { amountText } from '../money/amount-text.js';
import { listText } from '../text/words.js';
import {
  isChargedTwice,
  isSplit,
  keptPayments,
  moneyOf,
  ordersIn,
  sumOf,
  takenByEach,
  wasTold,
} from './order-facts.js';
import type { OrderRecords } from './order-records.js';
import type { OrderRule } from './order-rule.js';

const sameCurrency = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

const paymentsInOtherCurrency = (order: OrderRecords) =>
  keptPayments(order).filter(({ currency }) => !sameCurrency(currency, order.currency));

const promisedBack = ({ refunds }: OrderRecords): number =>
  sumOf(refunds.filter(({ answer }) => answer?.outcome === 'refunded').map(({ amount }) => amount));

const wronglyCharged = (order: OrderRecords): string | null => {
  if (isChargedTwice(order) || paymentsInOtherCurrency(order).length > 0) return null;
  if (ordersIn(order, 'paid', 'refunded').length === 0 && !wasTold(order, 'paid')) return null;
  const kept = keptPayments(order);
  const live = kept.length > 0 ? kept : order.payments;
  const { captured, held, refunded: returned, kept: notReturned } = moneyOf(live);
  const taken = captured + held;
  // Less is right where the shop knows that a part was not captured: given back, and not by a refund of the processor.
  const known = sumOf(order.shopOrders.map(({ refunded = 0 }) => refunded));
  const tooLittle =
    taken > 0 && taken < order.amount && taken !== order.amount - (known - returned);
  const tooMuch = taken > order.amount && notReturned > order.amount - promisedBack(order);
  return tooLittle || tooMuch
    ? `the order costs ${amountText(order.amount, order.currency)}, but the charge is ${takenByEach(live.filter((payment) => payment.captured > 0))}`
    : null;
};

const wronglyWritten = (order: OrderRecords): string | null => {
  if (isSplit(order)) return null;
  const { refunded } = moneyOf(order.payments);
  const wrong = ordersIn(order, 'paid', 'pending', 'refunded').find(
    ({ amount }) => amount !== order.amount && amount !== order.amount - refunded,
  );
  return wrong === undefined
    ? null
    : `the order costs ${amountText(order.amount, order.currency)}, but the shop's order ${wrong.id} has ${amountText(wrong.amount, wrong.currency ?? order.currency)}`;
};

export const wrongAmount: OrderRule = {
  name: 'wrong_amount',
  explanation:
    'The charge, or the amount in the shop, differs from the price of the order. Usually a calculation with fractions, or an amount in the wrong unit.',
  check: (order) => wronglyCharged(order) ?? wronglyWritten(order),
};

export const wrongCurrency: OrderRule = {
  name: 'wrong_currency',
  explanation:
    'The charge, or the order in the shop, is in another currency than the price. The number is right and the money is not.',
  check: (order) => {
    const charged = paymentsInOtherCurrency(order);
    const costs = `the order costs ${amountText(order.amount, order.currency)}`;
    if (charged.length > 0) return `${costs}, but the charge is ${takenByEach(charged)}`;
    const written = ordersIn(order, 'paid', 'pending', 'refunded').filter(
      ({ currency = order.currency }) => !sameCurrency(currency, order.currency),
    );
    return written.length === 0
      ? null
      : `${costs}, but ${listText(written.map(({ id, currency }) => `the shop's order ${id} is in ${currency?.toUpperCase()}`))}`;
  },
};
