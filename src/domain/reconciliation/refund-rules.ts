import { amountText } from '../money/amount-text.js';
import { listText } from '../text/words.js';
import { keptPayments, moneyOf, ordersIn, sumOf } from './order-facts.js';
import type { OrderRecords } from './order-records.js';
import type { OrderRule } from './order-rule.js';

type Outcome = 'refunded' | 'pending';

const toldBack = ({ refunds }: OrderRecords, ...outcomes: ReadonlyArray<Outcome>): number =>
  sumOf(
    refunds
      .filter(({ answer }) => outcomes.some((outcome) => outcome === answer?.outcome))
      .map(({ amount }) => amount),
  );

/** Whether the staff still waits for an answer, and will ask again. */
const isUnanswered = ({ refunds }: OrderRecords): boolean =>
  refunds.some(({ answer }) => answer === null);

/** The sum that a shop may give back by itself: charges beside the one that it keeps. */
export const surplusOf = (order: OrderRecords): number => {
  const { captured } = moneyOf(order.payments);
  const kept = keptPayments(order);
  const undone = kept.length === 0 ? 0 : captured - moneyOf(kept).captured;
  return Math.max(captured - order.amount, undone, 0);
};

const refundsText = ({ payments, currency }: OrderRecords): string => {
  const all = payments.flatMap(({ refunds }) => refunds);
  const total = amountText(sumOf(all.map(({ amount }) => amount)), currency);
  return all.length === 0
    ? 'nothing'
    : `${total} (${all.map(({ id, status }) => (status === 'succeeded' ? id : `${id}, ${status}`)).join('; ')})`;
};

/** The refunds in the shop's ledger, over all its orders; `null`: it has no such figure. */
export const knownBack = ({ shopOrders }: OrderRecords): number | null =>
  shopOrders.some(({ state, refunded }) => state === 'paid' && refunded === undefined)
    ? null
    : sumOf(
        shopOrders.map(
          ({ state, refunded, amount }) => refunded ?? (state === 'refunded' ? amount : 0),
        ),
      );

export const refundedTooMuch: OrderRule = {
  name: 'refunded_too_much',
  explanation: 'More money was given back than the staff asked for. Nobody returns it to the shop.',
  check: (order) => {
    const { refunds, currency } = order;
    const asked = sumOf(refunds.map(({ amount }) => amount));
    const { refunded, kept } = moneyOf(order.payments);
    // The shop may undo an order, or give back a second charge, by itself.
    const undone = kept === 0 && ordersIn(order, 'canceled', 'failed').length > 0;
    return asked === 0 || undone || refunded <= asked + surplusOf(order)
      ? null
      : `the staff asked to give back ${amountText(asked, currency)}, but ${refundsText(order)} was given back`;
  },
};

export const refundUnknown: OrderRule = {
  name: 'refund_unknown',
  explanation:
    'Money was given back, and the shop does not know it. Its books are wrong, and the staff may give it back again.',
  check: (order, { when }) => {
    const paid = ordersIn(order, 'paid');
    const known = knownBack(order);
    if (paid.length === 0 || known === null) return null;
    if (when === 'settled' && isUnanswered(order)) return null;
    return moneyOf(order.payments).arrived - surplusOf(order) <= known
      ? null
      : `${refundsText(order)} was given back, but ${listText(
          paid.map(
            ({ id }) =>
              `the shop's order ${id} is paid with ${known === 0 ? 'no refund' : `refunds of ${amountText(known, order.currency)}`}`,
          ),
        )}`;
  },
};

export const refundNotMade: OrderRule = {
  name: 'refund_not_made',
  explanation:
    'The shop says that money was given back, and the processor did not give it back. The customer waits for it and complains.',
  check: (order, { when }) => {
    const { currency } = order;
    const { captured, refunded, kept } = moneyOf(order.payments);
    const told = toldBack(order, 'refunded');
    const given = `${refundsText(order)} was given back`;
    // A hold that is given back, or captured in part, is no refund at the processor: the customer has the money all the same.
    const isOwed = (amount: number) => refunded < amount && kept > order.amount - amount;
    if (isOwed(told)) {
      return `the staff was told that ${amountText(told, currency)} is refunded, but ${given}`;
    }
    if (when === 'settled' && isUnanswered(order)) return null;
    const promised = toldBack(order, 'refunded', 'pending');
    if (when !== 'settled' && isOwed(promised)) {
      return `the staff was told that a refund is pending, ${amountText(promised, currency)} in all, but ${given}`;
    }
    const known = knownBack(order) ?? 0;
    // Where a part was never captured, the shop may call that part refunded.
    return captured > 0 && known > refunded && kept > order.amount - known
      ? `the shop says that ${amountText(known, currency)} was given back, but ${given}`
      : null;
  },
};
