import { amountText } from '../money/amount-text.js';
import { isAnsweredLater } from './answered-later.js';
import { hasNoMoney, moneyOf, ordersIn, shopText } from './order-facts.js';
import type { OrderRecords } from './order-records.js';
import type { OrderRule } from './order-rule.js';

/** Whether all the money was given back, although nobody asked for it. */
const wasUndone = ({ payments, refunds }: OrderRecords): boolean => {
  const { captured, held, kept } = moneyOf(payments);
  return captured > 0 && held + kept === 0 && refunds.length === 0;
};

export const orderWithoutCharge: OrderRule = {
  name: 'order_without_charge',
  explanation:
    'The shop has a paid order, or sent the goods, and the processor took no money for it. The shop gives its goods away.',
  check: (order, { strangePayments }) => {
    const { shopOrders, amount, currency } = order;
    const sent = shopOrders.find(({ shipments = 0 }) => shipments > 0);
    const paid = shopOrders.find(({ state }) => state === 'paid');
    // Where the shop reports refunds, `refund_unknown` compares them.
    if (paid !== undefined && paid.refunded === undefined && wasUndone(order)) {
      return `${shopText({ ...order, shopOrders: [paid] })}, but all that was charged was given back, and nobody asked for it`;
    }
    if ((paid === undefined && sent === undefined) || !hasNoMoney(order)) return null;
    // Goods that were sent before the bank refused, and the shop knows it: it may call them back.
    const knows = ordersIn(order, 'failed', 'canceled').length > 0;
    if (isAnsweredLater(order.method) && paid === undefined && knows) return null;
    // The tool may have failed to see whose payment it is.
    if (strangePayments.some(({ captured, held }) => captured + held === amount)) return null;
    const facts =
      paid === undefined
        ? `the goods of the shop's order ${sent?.id} were sent`
        : shopText({ ...order, shopOrders: [paid] });
    return `${facts}, but nothing of ${amountText(amount, currency)} was charged`;
  },
};
