import * as E from 'fp-ts/lib/Either.js';
import { availableAfter, bookBalanceTransaction } from '../balance/ledger.js';
import { refundableAmount } from '../charges/book-refund.js';
import { dueBy, saveDispute, withdrawFunds } from '../charges/dispute-record.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { type DisputeRecord, networkReasonCode } from '../objects/dispute.js';
import { toDispute } from '../store/show-dispute.js';

const closedStatuses: ReadonlySet<string> = new Set(['won', 'lost', 'warning_closed']);

export const isInquiry = ({ payment_method_details }: DisputeRecord): boolean =>
  payment_method_details.card?.case_type === 'inquiry';

/** Recording 05, steps 52 and 53. */
const alreadyClosed = invalidRequest('This dispute is already closed');

const isOpen = ({ status }: DisputeRecord): boolean => !closedStatuses.has(status);

/** Refuses to change a dispute that is closed. */
export const openDispute = (dispute: DisputeRecord): E.Either<ApiError, DisputeRecord> =>
  isOpen(dispute) ? E.right(dispute) : E.left(alreadyClosed);

const close = (
  context: RequestContext,
  dispute: DisputeRecord,
  change: Pick<DisputeRecord, 'status'> & Partial<DisputeRecord>,
): DisputeRecord =>
  saveDispute(context, 'charge.dispute.closed', dispute, { ...dispute, ...change });

/** The bank decides for the merchant. The amount of a chargeback comes back, its fee does not. */
export const winDispute = (context: RequestContext, dispute: DisputeRecord): DisputeRecord => {
  if (isInquiry(dispute)) return close(context, dispute, { status: 'warning_closed' });
  const { id, amount, charge, currency } = dispute;
  bookBalanceTransaction(context, {
    type: 'dispute_reversal',
    source: id,
    amount,
    currency,
    description: `Chargeback reversal for ${charge}`,
    availableOn: availableAfter(context.now),
  });
  const won = { ...dispute, status: 'won', is_charge_refundable: true } as const;
  context.emit('charge.dispute.funds_reinstated', toDispute(context, won));
  return close(context, dispute, won);
};

/** The bank decides for the cardholder, or the merchant gives up. An inquiry closes without a chargeback. */
export const loseDispute = (context: RequestContext, dispute: DisputeRecord): DisputeRecord =>
  close(context, dispute, { status: isInquiry(dispute) ? 'warning_closed' : 'lost' });

/** Closes the inquiry of a charge that is refunded in full: the cardholder has the money back. */
export const closeRefundedInquiry = (
  context: RequestContext,
  { dispute: id, refunded }: ChargeObject,
): void => {
  const dispute = context.state.disputes.get(id ?? '');
  if (refunded && dispute !== undefined && isInquiry(dispute) && isOpen(dispute)) {
    loseDispute(context, dispute);
  }
};

/** The bank makes a chargeback of an inquiry, of the amount that is not refunded. */
export const escalateInquiry = (context: RequestContext, inquiry: DisputeRecord): DisputeRecord => {
  const { evidence_details, payment_method_details } = inquiry;
  const { card } = payment_method_details;
  const charge = context.state.charges.get(inquiry.charge);
  const chargeback: DisputeRecord = {
    ...inquiry,
    amount:
      charge === undefined ? inquiry.amount : refundableAmount(charge) - charge.amount_refunded,
    evidence_details: { ...evidence_details, due_by: dueBy(context.now) },
    is_charge_refundable: false,
    payment_method_details: {
      ...payment_method_details,
      ...(card === undefined
        ? {}
        : {
            card: {
              ...card,
              case_type: 'chargeback',
              network_reason_code: networkReasonCode(inquiry.reason, card.network),
            },
          }),
    },
    status: 'needs_response',
  };
  withdrawFunds(context, chargeback);
  const saved = saveDispute(context, 'charge.dispute.updated', inquiry, chargeback);
  context.emit('charge.dispute.funds_withdrawn', toDispute(context, saved));
  return saved;
};
