import { amountText } from '../../domain/money/amount-text.js';
import { unitsOfCurrency } from '../../domain/money/currency.js';
import {
  keptPayments,
  moneyOf,
  ordersIn,
  takenByEach,
} from '../../domain/reconciliation/order-facts.js';
import { wrongAmount } from '../../domain/reconciliation/wrong-amount.js';
import type { OrderLedger } from './ledger.js';
import { orderRule } from './torture-rule.js';

const factors = [10, 100, 1000, 0.1, 0.01, 0.001];

const isOtherUnit = (amount: number, price: number): boolean =>
  amount > 0 && factors.some((factor) => Math.abs(amount - price * factor) < 1);

/** An amount in other units than those of the order's currency, in words; `null`: none, or the currency has cents as euros have. */
const inOtherUnits = (order: OrderLedger): string | null => {
  const { amount, currency } = order;
  const { decimals = 2 } = unitsOfCurrency(currency) ?? {};
  if (decimals === 2) return null;
  const kept = keptPayments(order);
  const { captured, held } = moneyOf(kept);
  const costs = `the order costs ${amountText(amount, currency)}, and ${currency.toUpperCase()} has ${decimals === 0 ? 'no' : 'three'} decimals`;
  if (isOtherUnit(captured + held, amount))
    return `${costs}, but the charge is ${takenByEach(kept)}`;
  const written = ordersIn(order, 'paid', 'pending', 'refunded').find((one) =>
    isOtherUnit(one.amount, amount),
  );
  return written === undefined
    ? null
    : `${costs}, but the shop's order ${written.id} has ${amountText(written.amount, written.currency ?? currency)}`;
};

export const wrongCurrencyUnits = orderRule(
  {
    name: 'wrong_currency_units',
    explanation:
      'The charge, or the order in the shop, is ten or a hundred times too large or too small: the currency has another number of decimals than euros.',
  },
  inOtherUnits,
);

/** Every other wrong amount. */
export const wrongAmountOnly = orderRule(wrongAmount, (order, ledgers) =>
  inOtherUnits(order) === null ? wrongAmount.check(order, ledgers) : null,
);
