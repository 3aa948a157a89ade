import type { LedgerPayment, Ledgers, OrderLedger } from './ledger.js';
import {
  chargedText,
  keptPayments,
  moneyOf,
  ordersIn,
  shopText,
  takenByEach,
  takesChargeForFailed,
} from './order-facts.js';
import { hasNoMoney } from './order-without-charge.js';
import { orderRule, ruleOf, type TortureRule } from './torture-rule.js';
import { countText, numberText } from './words.js';

// A shop that cancels an order may keep a fee and give back the rest.
const isCanceledForAFee = (order: OrderLedger): boolean => {
  const { refunded, kept } = moneyOf(order.payments);
  return ordersIn(order, 'canceled').length > 0 && refunded > 0 && kept < order.amount;
};

/** Payments of no order. A paid order of the same amount that has none may be theirs: the tool may have failed to see it. */
const certainlyStrange = ({ orders, strangePayments }: Ledgers): ReadonlyArray<LedgerPayment> => {
  const unpaid = orders
    .filter((order) => ordersIn(order, 'paid', 'refunded').length > 0 && hasNoMoney(order))
    .map(({ amount }) => amount);
  return strangePayments.filter((payment) => {
    if (moneyOf([payment]).kept <= 0) return false;
    const place = unpaid.indexOf(payment.captured);
    if (place >= 0) unpaid.splice(place, 1);
    return place < 0;
  });
};

const ofOrders = orderRule(
  {
    name: 'charged_without_order',
    explanation:
      'The processor took money, and the shop has no order that it paid for. The customer pays and gets nothing, and the shop does not know it.',
  },
  (order) => {
    const kept = keptPayments(order);
    if (kept.length === 0 || ordersIn(order, 'paid', 'pending', 'refunded').length > 0) return null;
    if (takesChargeForFailed(order) || isCanceledForAFee(order)) return null;
    return `${chargedText(kept)}, but ${shopText(order)}`;
  },
);

/** Also tells of payments that the tool can assign to no order. */
export const chargedWithoutOrder: TortureRule = {
  ...ofOrders,
  check: (ledgers) => [
    ...ofOrders.check(ledgers),
    ...ruleOf(ofOrders, (all) => {
      const kept = certainlyStrange(all);
      const shown = kept.slice(0, 5);
      const rest = kept.length - shown.length;
      return kept.length === 0
        ? []
        : [
            {
              order: null,
              message: `${countText(kept.length, 'charge')} of no order in the run: ${takenByEach(shown)}${rest === 0 ? '' : `, and ${numberText(rest)} more`}`,
            },
          ];
    }).check(ledgers),
  ],
};
