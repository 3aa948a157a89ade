import type { Metadata } from '../../../domain/objects/metadata.js';

/** A payout to the merchant's bank account. `amount` is minor units; `arrival_date` is Unix seconds. */
export type PayoutObject = {
  readonly id: string;
  readonly object: 'payout';
  readonly amount: number;
  readonly application_fee: null;
  readonly application_fee_amount: null;
  readonly arrival_date: number;
  /** Whether the processor paid out by itself: then its balance transactions are known. */
  readonly automatic: boolean;
  readonly balance_transaction: string;
  readonly created: number;
  readonly currency: string;
  readonly description: string | null;
  readonly destination: string;
  readonly failure_balance_transaction: string | null;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly method: 'standard';
  readonly original_payout: null;
  readonly payout_method: null;
  readonly reconciliation_status: 'not_applicable' | 'completed';
  readonly reversed_by: null;
  readonly source_type: 'card';
  readonly statement_descriptor: string | null;
  readonly status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  readonly trace_id: {
    readonly status: 'pending' | 'supported' | 'unsupported';
    readonly value: string | null;
  };
  readonly type: 'bank_account';
};
