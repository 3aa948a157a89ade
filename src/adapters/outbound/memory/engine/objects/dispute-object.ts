import type { noEvidence } from '../disputes/no-evidence.js';
import type { BalanceTransactionObject } from './balance-transaction-object.js';
import type { Metadata } from './metadata.js';

/** A dispute, which nobody answers here. `amount` is minor units. */
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
  readonly reason: 'fraudulent';
  readonly status: 'needs_response';
};
