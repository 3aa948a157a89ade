import {
  chargedText,
  keptPayments,
  moneyOf,
  ordersIn,
  shopText,
  takesChargeForFailed,
} from './order-facts.js';
import type { OrderRecords } from './order-records.js';
import type { OrderRule } from './order-rule.js';

// A shop that cancels an order may keep a fee and give back the rest.
const isCanceledForAFee = (order: OrderRecords): boolean => {
  const { refunded, kept } = moneyOf(order.payments);
  return ordersIn(order, 'canceled').length > 0 && refunded > 0 && kept < order.amount;
};

export const chargedForNoOrder: OrderRule = {
  name: 'charged_without_order',
  explanation:
    'The processor took money, and the shop has no order that it paid for. The customer pays and gets nothing, and the shop does not know it.',
  check: (order) => {
    const kept = keptPayments(order);
    if (kept.length === 0 || ordersIn(order, 'paid', 'pending', 'refunded').length > 0) return null;
    if (takesChargeForFailed(order) || isCanceledForAFee(order)) return null;
    return `${chargedText(kept)}, but ${shopText(order)}`;
  },
};
