import type { Metadata } from '../../../../../domain/metadata.js';
import type { BalanceTransactionObject } from './balance.js';
import { deepFreeze } from './json.js';

/** The merchant's evidence: always empty, because disputes are not answered here. */
export const noEvidence = deepFreeze({
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

/** A dispute. `amount` is minor units. */
export type DisputeObject = {
  readonly id: string;
  readonly object: 'dispute';
  readonly amount: number;
  readonly balance_transactions: ReadonlyArray<BalanceTransactionObject>;
  readonly charge: string;
  readonly created: number;
  readonly currency: string;
  readonly enhanced_eligibility_types: readonly [];
  readonly evidence: typeof noEvidence;
  readonly evidence_details: {
    readonly due_by: number;
    readonly enhanced_eligibility: Record<string, never>;
    readonly has_evidence: boolean;
    readonly past_due: boolean;
    readonly submission_count: number;
    readonly submission_method: 'not_submitted';
  };
  readonly intended_submission_method: null;
  readonly is_charge_refundable: boolean;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly payment_intent: string | null;
  readonly reason: 'fraudulent' | 'product_not_received';
  readonly status: 'needs_response' | 'warning_needs_response';
};
