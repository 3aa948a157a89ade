import type { Metadata } from '../../../domain/objects/metadata.js';
import type { BalanceTransactionObject } from './balance.js';
import { deepFreeze } from './json.js';
import type { SimulatedMethodType } from './payment-method.js';

/** The merchant's evidence: texts, and ids of files. */
export type EvidenceObject = {
  readonly access_activity_log: string | null;
  readonly billing_address: string | null;
  readonly cancellation_policy: string | null;
  readonly cancellation_policy_disclosure: string | null;
  readonly cancellation_rebuttal: string | null;
  readonly customer_communication: string | null;
  readonly customer_email_address: string | null;
  readonly customer_name: string | null;
  readonly customer_purchase_ip: string | null;
  readonly customer_signature: string | null;
  readonly duplicate_charge_documentation: string | null;
  readonly duplicate_charge_explanation: string | null;
  readonly duplicate_charge_id: string | null;
  readonly enhanced_evidence: Record<string, never>;
  readonly product_description: string | null;
  readonly receipt: string | null;
  readonly refund_policy: string | null;
  readonly refund_policy_disclosure: string | null;
  readonly refund_refusal_explanation: string | null;
  readonly service_date: string | null;
  readonly service_documentation: string | null;
  readonly shipping_address: string | null;
  readonly shipping_carrier: string | null;
  readonly shipping_date: string | null;
  readonly shipping_documentation: string | null;
  readonly shipping_tracking_number: string | null;
  readonly uncategorized_file: string | null;
  readonly uncategorized_text: string | null;
};

/** The evidence of a new dispute. */
export const noEvidence: EvidenceObject = deepFreeze({
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
});

/** A dispute. `amount` is minor units. `balance_transaction` is the withdrawal, `null` for an inquiry. */
export type DisputeObject = {
  readonly id: string;
  readonly object: 'dispute';
  readonly amount: number;
  readonly balance_transaction: string | null;
  readonly balance_transactions: ReadonlyArray<BalanceTransactionObject>;
  readonly charge: string;
  readonly created: number;
  readonly currency: string;
  readonly enhanced_eligibility_types: readonly [];
  readonly evidence: EvidenceObject;
  readonly evidence_details: {
    /** Unix seconds. */
    readonly due_by: number;
    readonly enhanced_eligibility: Record<string, never>;
    readonly has_evidence: boolean;
    readonly past_due: boolean;
    readonly submission_count: number;
  };
  readonly is_charge_refundable: boolean;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly payment_intent: string | null;
  readonly payment_method_details: {
    /** Absent for a payment that was not made by card. */
    readonly card?: {
      readonly brand: string;
      readonly case_type: 'chargeback' | 'inquiry';
      readonly network: string;
      readonly network_reason_code: string;
    };
    readonly type: 'card' | SimulatedMethodType;
  };
  readonly reason: 'fraudulent' | 'product_not_received';
  readonly status: DisputeStatus;
};

/** The status of a dispute; those that begin with `warning_` are of an inquiry. */
type DisputeStatus =
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed';

/** A dispute as the store keeps it: its balance transactions are found by their source. */
export type DisputeRecord = Omit<DisputeObject, 'balance_transaction' | 'balance_transactions'>;

// Visa's codes 10.4 and 10: recording 05, steps 30 and 45. The others are those of the networks' own lists.
/** The network's own code for the reason of a dispute. */
export const networkReasonCode = (
  kind: DisputeRecord['reason'] | 'inquiry',
  network: string,
): string => {
  if (kind === 'product_not_received') return '13.1';
  if (kind === 'inquiry') return '10';
  return network === 'mastercard' ? '4837' : '10.4';
};

/** A dispute of a snapshot. Those of earlier versions lack the details of the card, which was always a Visa. */
export type SavedDispute = Omit<DisputeRecord, 'payment_method_details'> &
  Partial<Pick<DisputeRecord, 'payment_method_details'>>;

/** A dispute of a snapshot of any version. */
export const loadDispute = ({
  payment_method_details: details,
  ...dispute
}: SavedDispute): DisputeRecord => {
  const isInquiry = dispute.status.startsWith('warning_');
  return deepFreeze({
    ...dispute,
    payment_method_details: details ?? {
      card: {
        brand: 'visa',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: networkReasonCode(isInquiry ? 'inquiry' : dispute.reason, 'visa'),
      },
      type: 'card',
    },
  });
};
