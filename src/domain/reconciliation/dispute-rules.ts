import { momentText } from '../input/moment.js';
import { amountText } from '../money/amount-text.js';
import type { LedgerDispute, OlderDispute, ReconciledPayment } from './ledger-case.js';
import { type CaseRule, doubt, type Judgement } from './ledger-rule.js';
import { moneyOf, sumOf } from './order-facts.js';

const isOpen = ({ status }: LedgerDispute): boolean =>
  ['warning_needs_response', 'warning_under_review', 'needs_response', 'under_review'].includes(
    status,
  );

/** The sum that the bank took back for good. Minor units. */
export const lostToBank = ({ disputes }: ReconciledPayment): number =>
  sumOf(disputes.filter(({ status }) => status === 'lost').map(({ amount }) => amount));

/** Whether the customer has all the money back, by lost disputes. */
export const isLostToBank = (payment: ReconciledPayment): boolean =>
  lostToBank(payment) > 0 && lostToBank(payment) >= moneyOf([payment]).kept;

/** Whether the bank gave money back, or may do so: a refund beside it would be a second one. */
export const mayGoBackByBank = ({ disputes }: ReconciledPayment): boolean =>
  disputes.some((dispute) => isOpen(dispute) || dispute.status === 'lost');

const waits = ({ status }: LedgerDispute): boolean =>
  status === 'needs_response' || status === 'warning_needs_response';

// A finding is kept for longer than its dispute is read: a number of hours would become wrong.
const waitText = (
  { id, payment, amount, currency, evidenceDueBy: due }: OlderDispute,
  now: number,
): string => {
  const which = `the dispute ${id} about ${amountText(amount, currency)} (${payment})`;
  if (due === null) return `${which} waits for evidence`;
  return due > now
    ? `${which} waits for evidence, which is due by ${momentText(due)}`
    : `the evidence of ${which} is overdue since ${momentText(due)}`;
};

/** Whether a dispute waits for evidence: most come weeks after their payment, which the time may not contain. */
export const judgeDispute = (dispute: OlderDispute, now: number): ReadonlyArray<Judgement> =>
  waits(dispute)
    ? [
        {
          _tag: 'Breach',
          about: dispute.id,
          payment: dispute.payment,
          amount: dispute.amount,
          currency: dispute.currency,
          message: waitText(dispute, now),
        },
      ]
    : [];

export const disputeEvidenceDue: CaseRule = {
  name: 'dispute_evidence_due',
  explanation: 'A dispute waits for evidence. Without it the money is lost.',
  advice: 'Send evidence before the deadline, or accept the dispute.',
  severity: 'error',
  judge: ({ payments }, { now }) =>
    payments.flatMap(({ id: payment, currency, disputes }) =>
      disputes.flatMap((dispute) => judgeDispute({ ...dispute, payment, currency }, now)),
    ),
};

export const disputedAndShipped: CaseRule = {
  name: 'disputed_and_shipped',
  explanation: 'The goods were sent although the payment was already disputed.',
  advice: 'Call the parcel back if you can, and add the shipment to the evidence.',
  severity: 'error',
  judge: ({ order, payments }) => {
    if (order === null || (order.shipments ?? 0) === 0) return [];
    return payments.flatMap(({ id: payment, currency, disputes }) =>
      disputes.filter(isOpen).flatMap(({ id, amount, created }) => {
        if (order.shippedAt === undefined) return [doubt(order.id, 'shipmentTime')];
        return order.shippedAt <= created
          ? []
          : [
              {
                _tag: 'Breach' as const,
                about: id,
                order: order.id,
                payment,
                amount,
                currency,
                message: `the goods of the order ${order.id} were sent after the dispute ${id} about ${amountText(amount, currency)} had come`,
              },
            ];
      }),
    );
  },
};
