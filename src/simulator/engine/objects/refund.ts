import type { Metadata } from '../../../domain/objects/metadata.js';
import type { RefundReason } from '../../../domain/objects/refund.js';

type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

/** A refund. `amount` is minor units. */
export type RefundObject = {
  readonly id: string;
  readonly object: 'refund';
  readonly amount: number;
  readonly balance_transaction: string | null;
  readonly charge: string;
  readonly created: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly customer_account: null;
  /** Of a refund to a card. */
  readonly destination_details?: {
    readonly card: {
      readonly reference?: string;
      readonly reference_status: 'pending' | 'available';
      readonly reference_type: 'acquirer_reference_number';
      readonly type: 'refund';
    };
    readonly type: 'card';
  };
  readonly failure_balance_transaction?: string;
  readonly failure_reason?: string;
  readonly instructions_email?: string;
  readonly metadata: Metadata;
  readonly payment_intent: string | null;
  readonly payment_method: string;
  readonly reason: RefundReason | 'expired_uncaptured_charge' | null;
  readonly receipt_number: null;
  readonly source_transfer_reversal: null;
  readonly status: RefundStatus;
  readonly transfer_reversal: null;
};
