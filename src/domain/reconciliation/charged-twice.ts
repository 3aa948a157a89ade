import { amountText } from '../money/amount-text.js';
import { countText } from '../text/words.js';
import { isChargedTwice, keptPayments, moneyOf, takenByEach } from './order-facts.js';
import type { OrderRule } from './order-rule.js';

export const chargedTwice: OrderRule = {
  name: 'charged_twice',
  explanation:
    'The customer paid more than once for one order, and did not get the surplus back. It ends in complaints, refunds and disputes.',
  check: (order) => {
    const kept = keptPayments(order);
    const [first] = kept;
    if (!isChargedTwice(order) || first === undefined) return null;
    const { refunded } = moneyOf(kept);
    const alike = kept.every(
      ({ captured, currency }) => captured === first.captured && currency === first.currency,
    );
    const charges = alike
      ? `${countText(kept.length, 'charge')} of ${amountText(first.captured, first.currency)} (${kept.map(({ id }) => id).join(', ')}) for one order`
      : `${countText(kept.length, 'charge')} for one order of ${amountText(order.amount, order.currency)}: ${takenByEach(kept)}`;
    return refunded === 0
      ? charges
      : `${charges}, and only ${amountText(refunded, order.currency)} was given back`;
  },
};
