import { amountText } from '../money/amount-text.js';
import { chargedForNoOrder } from './charged-without-order.js';
import { isLostToBank } from './dispute-rules.js';
import type { LedgerCase } from './ledger-case.js';
import { type CaseRule, doubt } from './ledger-rule.js';
import { moneyOf } from './order-facts.js';
import { ruleOfOrder } from './order-of-case.js';

const ofOrders = ruleOfOrder(
  chargedForNoOrder,
  'Look the customer up, and either make the order or give the money back.',
);

// A shop that cancels an order may keep a fee, and no rule knows which one is right.
const mayKeepAFee = ({ order, payments }: LedgerCase): boolean => {
  const { refunded, kept } = moneyOf(payments);
  return order?.state === 'canceled' && refunded > 0 && kept > 0;
};

/** Also tells of payments that no order of the shop names. */
export const paymentWithoutOrder: CaseRule = {
  ...ofOrders,
  judge: (found, around) => {
    if (found.order !== null || !around.hasOrders) {
      const said = ofOrders.judge(found, around);
      return found.order !== null && said.length === 0 && mayKeepAFee(found)
        ? [doubt(found.order.id, 'cancellationFee')]
        : said;
    }
    return found.payments.flatMap((payment) => {
      const { kept } = moneyOf([payment]);
      if (kept <= 0 || isLostToBank(payment)) return [];
      if (payment.created < around.from + around.grace) return [doubt(payment.id, 'edge')];
      if (around.hasUnpaidOrder(payment.captured, payment.currency, payment.created)) {
        return [doubt(payment.id, 'otherHalf')];
      }
      return [
        {
          _tag: 'Breach',
          about: payment.id,
          payment: payment.id,
          amount: kept,
          currency: payment.currency,
          message: `${amountText(payment.captured, payment.currency)} was charged (${payment.id}), and no order of the shop names it`,
        },
      ];
    });
  },
};
