import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import type { Control } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { DisputeObject, DisputeRecord } from '../objects/dispute.js';
import { deepFreeze } from '../objects/json.js';
import { toDispute } from '../store/show-dispute.js';
import { escalateInquiry, isInquiry, loseDispute, openDispute, winDispute } from './outcome.js';
import { findDispute } from './read.js';

type Act = (context: RequestContext, dispute: DisputeRecord) => DisputeRecord;

/** The processor adds the evidence that it knows itself, where the merchant has given none. */
export const fillEvidence = ({ state }: RequestContext, id: string): void => {
  const dispute = state.disputes.get(id);
  const charge = state.charges.get(dispute?.charge ?? '');
  if (dispute === undefined || charge === undefined) return;
  const { evidence } = dispute;
  const customer = state.customers.get(charge.customer ?? '');
  const product = isInquiry(dispute) ? null : charge.description;
  state.disputes.put(
    deepFreeze({
      ...dispute,
      evidence: {
        ...evidence,
        customer_email_address: evidence.customer_email_address ?? customer?.email ?? null,
        customer_name: evidence.customer_name ?? customer?.name ?? customer?.description ?? null,
        product_description: evidence.product_description ?? product,
      },
    }),
  );
};

const underReview: ReadonlySet<string> = new Set(['under_review', 'warning_under_review']);

// The words of Stripe's testing page.
const decisionFor = (dispute: DisputeRecord): Act | null => {
  if (!underReview.has(dispute.status)) return null;
  switch (dispute.evidence.uncategorized_text) {
    case 'winning_evidence':
      return winDispute;
    case 'losing_evidence':
      return loseDispute;
    case 'escalate_inquiry_evidence':
      return isInquiry(dispute) ? escalateInquiry : null;
    default:
      return null;
  }
};

/** The bank decides as the evidence asks for. Other evidence stays under review. */
export const decideDispute = (context: RequestContext, id: string): void => {
  const dispute = context.state.disputes.get(id);
  if (dispute !== undefined) decisionFor(dispute)?.(context, dispute);
};

/** A chargeback is lost to which the merchant has not responded in time. */
export const loseOverdueDispute = (context: RequestContext, id: string): void => {
  const dispute = context.state.disputes.get(id);
  if (dispute?.status === 'needs_response') loseDispute(context, dispute);
};

/** An inquiry closes that the bank has not escalated. */
export const closeOldInquiry = (context: RequestContext, id: string): void => {
  const dispute = context.state.disputes.get(id);
  if (dispute?.status.startsWith('warning_') === true) {
    pipe(
      openDispute(dispute),
      E.map((open) => loseDispute(context, open)),
    );
  }
};

const actOnOpen = (
  context: RequestContext,
  id: string,
  choose: (dispute: DisputeRecord) => Act,
): E.Either<ApiError, DisputeObject> =>
  pipe(
    findDispute(context, id),
    E.flatMap(openDispute),
    E.map((dispute) => toDispute(context, choose(dispute)(context, dispute))),
  );

type DisputeControl = Control<{ readonly dispute: string }, DisputeObject>;

/** The bank decides as the evidence asks for, or else for the merchant. */
export const settleDispute: DisputeControl = {
  name: 'settleDispute',
  run: (context) => (params) =>
    actOnOpen(context, params.dispute, (dispute) => decisionFor(dispute) ?? winDispute),
};

/** The bank decides against the merchant: a chargeback is lost, and an inquiry becomes a chargeback. */
export const failDispute: DisputeControl = {
  name: 'failDispute',
  run: (context) => (params) =>
    actOnOpen(context, params.dispute, (dispute) =>
      isInquiry(dispute) ? escalateInquiry : loseDispute,
    ),
};
