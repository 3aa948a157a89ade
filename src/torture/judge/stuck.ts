import { amountText } from '../../domain/money/amount-text.js';
import {
  chargedText,
  hasNoMoney,
  keptPayments,
  lastAnswer,
  moneyOf,
  ordersIn,
  outcomeText,
  shopText,
  takesChargeForFailed,
  wasTold,
} from '../../domain/reconciliation/order-facts.js';
import type { OrderLedger } from './ledger.js';
import { type OrderCheck, orderRule } from './torture-rule.js';

const isPending = (order: OrderLedger): boolean =>
  ordersIn(order, 'pending').length > 0 && ordersIn(order, 'paid', 'refunded').length === 0;

const pendingThoughCharged: OrderCheck = (order) => {
  const kept = keptPayments(order);
  return kept.length > 0 && isPending(order) && !takesChargeForFailed(order)
    ? `${chargedText(kept)}, and ${shopText(order)} for ever`
    : null;
};

// The shop waits for something that does not come, unless a customer left 3D Secure alone.
const pendingForNothing: OrderCheck = (order, { when }) =>
  when !== 'settled' &&
  isPending(order) &&
  lastAnswer(order)?.outcome === 'pending' &&
  !wasTold(order, 'action') &&
  order.payments.every(({ status }) => status !== 'requires_action') &&
  hasNoMoney(order)
    ? `the customer was told "pending", nothing was charged, and ${shopText(order)} for ever`
    : null;

const refusesGoodCard: OrderCheck = (order, { when }) => {
  const last = lastAnswer(order);
  if (when === 'settled' || !order.cameBackWithGoodCard || !hasNoMoney(order)) return null;
  // A shop may cancel an order that was not paid in time.
  if (wasTold(order, 'paid') || ordersIn(order, 'paid', 'canceled', 'refunded').length > 0)
    return null;
  if (last !== null && last.outcome !== 'failed') return null;
  const answer = last === null ? 'gets no response' : `is told ${outcomeText(last)}`;
  return `a customer who comes back with a good card ${answer}, and nothing is charged; ${shopText(order)}`;
};

// Money that is held longest is given back by the bank after days. Shops that capture later have an order for it.
const heldForNothing: OrderCheck = (order, { when }) => {
  const { held, kept } = moneyOf(order.payments);
  if (when === 'settled' || held === 0) return null;
  const holders = order.payments.filter((payment) => payment.held > 0).map(({ id }) => id);
  const facts = `${amountText(held, order.currency)} is held on the card (${holders.join(', ')})`;
  if (ordersIn(order, 'paid', 'pending').length === 0) {
    const mayBeMeant = ordersIn(order, 'open').length > 0 && wasTold(order, 'paid');
    return mayBeMeant ? null : `${facts}, but ${shopText(order)}`;
  }
  return held + kept > order.amount && kept <= order.amount
    ? `${facts}, more than is due for an order of ${amountText(order.amount, order.currency)} of which ${amountText(kept, order.currency)} is paid`
    : null;
};

export const stuck = orderRule(
  {
    name: 'stuck',
    explanation:
      'The order does not come to an end: it is pending for ever, money is held for nothing, or a good card can no longer pay it. Somebody has to repair it by hand.',
  },
  (order, ledgers) =>
    pendingThoughCharged(order, ledgers) ??
    pendingForNothing(order, ledgers) ??
    heldForNothing(order, ledgers) ??
    refusesGoodCard(order, ledgers),
);
