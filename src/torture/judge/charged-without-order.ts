import { chargedForNoOrder } from '../../domain/reconciliation/charged-without-order.js';
import {
  hasNoMoney,
  moneyOf,
  ordersIn,
  takenByEach,
} from '../../domain/reconciliation/order-facts.js';
import type { LedgerPayment } from '../../domain/reconciliation/order-records.js';
import { countText, numberText } from '../../domain/text/words.js';
import type { Ledgers } from './ledger.js';
import { ruleOf, sharedRule, type TortureRule } from './torture-rule.js';

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

const ofOrders = sharedRule(chargedForNoOrder);

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
