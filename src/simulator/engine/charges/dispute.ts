import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { CardBehaviour } from '../cards/test-card.js';
import { invalidRequest } from '../errors.js';
import type { Control } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import {
  type DisputeObject,
  type DisputeRecord,
  networkReasonCode,
  noEvidence,
} from '../objects/dispute.js';
import { deepFreeze, withChanges } from '../objects/json.js';
import { findInPath } from '../store/find.js';
import { toDispute } from '../store/show-dispute.js';
import { behaviourOfCharge, saveChargeUpdate } from './charge-record.js';
import { dueBy, withdrawFunds } from './dispute-record.js';

// Recording 05, steps 29 and 30: the evidence that the processor knows itself appears a moment later.
const secondsUntilEvidence = 2;
const secondsUntilInquiryCloses = 120 * 86_400;

type Kind = NonNullable<CardBehaviour['dispute']>;

const disputedDetails = (
  { payment_method_details: details }: ChargeObject,
  kind: Kind,
): DisputeRecord['payment_method_details'] => {
  if (details.type !== 'card') return { type: details.type };
  const { brand, network } = details.card;
  return {
    card: {
      brand,
      case_type: kind === 'inquiry' ? 'inquiry' : 'chargeback',
      network,
      network_reason_code: networkReasonCode(kind, network),
    },
    type: 'card',
  };
};

const newDispute = (context: RequestContext, charge: ChargeObject, kind: Kind): DisputeRecord => {
  // An inquiry moves no money, and its charge can be refunded.
  const inquiry = kind === 'inquiry';
  return {
    id: context.newId('du'),
    object: 'dispute',
    amount: charge.amount_captured,
    charge: charge.id,
    created: context.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: dueBy(context.now),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: disputedDetails(charge, kind),
    reason: kind === 'inquiry' ? 'fraudulent' : kind,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  };
};

const openDisputeOf = (
  context: RequestContext,
  charge: ChargeObject,
  kind: Kind,
): DisputeObject => {
  const { state, now } = context;
  const dispute = deepFreeze(newDispute(context, charge, kind));
  const { id } = dispute;
  state.disputes.put(dispute);
  state.agenda.add({ at: now + secondsUntilEvidence, step: 'fill_evidence', id });
  if (kind === 'inquiry') {
    state.agenda.add({ at: now + secondsUntilInquiryCloses, step: 'close_inquiry', id });
  } else withdrawFunds(context, dispute);
  const shown = toDispute(context, dispute);
  context.emit('charge.dispute.created', shown);
  if (kind !== 'inquiry') context.emit('charge.dispute.funds_withdrawn', shown);
  saveChargeUpdate(context, charge, withChanges(charge, { dispute: id, disputed: true }));
  return shown;
};

/** Disputes the captured amount of a charge if its test card has this behaviour. */
export const disputeCharge = (context: RequestContext, charge: ChargeObject): void => {
  const kind = behaviourOfCharge(context, charge)?.dispute ?? null;
  if (charge.captured && kind !== null) openDisputeOf(context, charge, kind);
};

/** The customer says to the bank that a payment was not theirs, whatever its card. */
export const disputePayment: Control<{ readonly payment_intent: string }, DisputeObject> = {
  name: 'disputePayment',
  run: (context) => (params) =>
    pipe(
      findInPath(context.state.intents, 'payment_intent', params.payment_intent, 'intent'),
      E.flatMap(({ latest_charge }) => {
        const charge = context.state.charges.get(latest_charge ?? '');
        return charge?.status === 'succeeded' &&
          charge.captured &&
          !charge.disputed &&
          !charge.refunded
          ? E.right(openDisputeOf(context, charge, 'fraudulent'))
          : E.left(
              invalidRequest(
                'Only a captured payment that was neither disputed nor refunded in full can be disputed.',
              ),
            );
      }),
    ),
};
