import { amountText } from './amount-text.js';
import type { OrderLedger } from './ledger.js';
import { moneyOf, shopText } from './order-facts.js';
import { orderRule } from './torture-rule.js';

/** No money was taken or held, and none is on its way. */
export const hasNoMoney = ({ payments }: OrderLedger): boolean => {
  const { captured, held } = moneyOf(payments);
  return captured + held === 0 && payments.every(({ status }) => status !== 'processing');
};

export const orderWithoutCharge = orderRule(
  {
    name: 'order_without_charge',
    explanation:
      'The shop has a paid order, or sent the goods, and the processor took no money for it. The shop gives its goods away.',
  },
  (order, { strangePayments }) => {
    const { shopOrders, amount, currency } = order;
    const sent = shopOrders.find(({ shipments = 0 }) => shipments > 0);
    const paid = shopOrders.find(({ state }) => state === 'paid');
    if ((paid === undefined && sent === undefined) || !hasNoMoney(order)) return null;
    // The tool may have failed to see whose payment it is.
    if (strangePayments.some(({ captured }) => captured === amount)) return null;
    const facts =
      paid === undefined
        ? `the goods of the shop's order ${sent?.id} were sent`
        : shopText({ ...order, shopOrders: [paid] });
    return `${facts}, but nothing of ${amountText(amount, currency)} was charged`;
  },
);
