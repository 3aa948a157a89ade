import { isAnsweredLater } from './answered-later.js';
import { isLostToBank, mayGoBackByBank } from './dispute-rules.js';
import type { LedgerCase, ReconciledOrder } from './ledger-case.js';
import { type CaseRule, doubt, type Judgement, type LedgerSurroundings } from './ledger-rule.js';
import { isChargedTwice, keptPayments } from './order-facts.js';
import type { OrderRecords } from './order-records.js';
import type { OrderRule } from './order-rule.js';

/** The records of an order as the torture test has them. The shop tells its answers nowhere: Pasarela's keys know the refusals. */
const recordsOf = (order: ReconciledOrder, payments: LedgerCase['payments']): OrderRecords => ({
  amount: order.amount,
  currency: order.currency ?? payments[0]?.currency ?? '',
  ...(payments[0]?.method === undefined || payments[0].method === null
    ? {}
    : { method: payments[0].method }),
  payments,
  shopOrders: [order],
  answers: payments
    .flatMap(({ refusedKeys }) => refusedKeys)
    .map((key) => ({ outcome: 'failed' as const, message: `key ${key}` })),
  refunds: [],
});

/** Whether the shop's order has this payment for its own. The shop may undo the order when that one goes back. */
const isNamedBy = (
  { reference }: ReconciledOrder,
  { id, charges }: LedgerCase['payments'][number],
): boolean =>
  reference !== undefined && [id, ...charges.map((charge) => charge.id)].includes(reference);

/** The second of two equal charges that the shop kept for one order, which may safely go back: the one that the order does not name. */
const secondCharge = (records: OrderRecords, { payments }: LedgerCase, order: ReconciledOrder) => {
  if (!isChargedTwice(records)) return null;
  const kept = keptPayments(records);
  const [first, second, ...others] = payments
    .filter(({ id }) => kept.some((one) => one.id === id))
    .toSorted(
      (one, other) =>
        Number(isNamedBy(order, other)) - Number(isNamedBy(order, one)) ||
        one.created - other.created,
    );
  const whole = (payment: typeof first) =>
    payment?.charges.find(({ captured, refunded }) => captured > 0 && refunded === 0);
  const charge = whole(second);
  const besides = whole(first);
  return first !== undefined &&
    second !== undefined &&
    others.length === 0 &&
    charge !== undefined &&
    besides !== undefined &&
    !payments.some(mayGoBackByBank) &&
    first.captured === records.amount &&
    charge.captured === records.amount
    ? { charge: charge.id, besides: besides.id, amount: charge.captured, currency: second.currency }
    : null;
};

// Its payment may be older or newer than the time that was read.
const isAtEdge = ({ created }: ReconciledOrder, { from, to, grace }: LedgerSurroundings): boolean =>
  created !== undefined && (created < from || created > to - grace);

const isPointingElsewhere = ({ reference }: ReconciledOrder): boolean =>
  reference !== undefined && /^(pi|ch|py|cs)_/.test(reference);

// A payment of this time may be charged after it.
const isChargedOutside = ({ status, charges }: LedgerCase['payments'][number]): boolean =>
  charges.length === 0 && (status === 'succeeded' || status === 'requires_capture');

const doubtAbout = (
  rule: OrderRule,
  order: ReconciledOrder,
  { payments }: LedgerCase,
  around: LedgerSurroundings,
): Judgement | null => {
  if (rule.name !== 'order_without_charge') return null;
  if (isAtEdge(order, around)) return doubt(order.id, 'edge');
  if (payments.some(isChargedOutside)) return doubt(order.id, 'edge');
  if (payments.length > 0) {
    return payments.some(({ method }) => isAnsweredLater(method ?? undefined))
      ? doubt(order.id, 'laterBank')
      : null;
  }
  if (isPointingElsewhere(order) && order.created === undefined) return doubt(order.id, 'unlinked');
  return around.hasStrangePayment(order.amount, order.currency ?? '', order.created ?? null)
    ? doubt(order.id, 'otherHalf')
    : null;
};

/** A rule of the torture test for real orders. */
export const ruleOfOrder = (rule: OrderRule, advice: string): CaseRule => ({
  name: rule.name,
  explanation: rule.explanation,
  advice,
  severity: 'error',
  judge: (found, around) => {
    const { order } = found;
    if (order === null) return [];
    // A lost dispute gave a second charge back.
    const payments =
      rule.name === 'charged_twice'
        ? found.payments.filter((payment) => !isLostToBank(payment))
        : found.payments;
    const records = recordsOf(order, payments);
    const message = rule.check(records, { when: 'answered', strangePayments: [] });
    if (message === null) return [];
    const silent = doubtAbout(rule, order, found, around);
    if (silent !== null) return [silent];
    const second = rule.name === 'charged_twice' ? secondCharge(records, found, order) : null;
    return [
      {
        _tag: 'Breach',
        about: order.id,
        message,
        order: order.id,
        ...(payments[0] === undefined ? {} : { payment: payments[0].id }),
        amount: second?.amount ?? order.amount,
        currency: records.currency,
        ...(second === null ? {} : { repair: { _tag: 'RefundCharge', ...second } }),
      },
    ];
  },
});
