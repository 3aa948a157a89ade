import type { CardChecks } from './payment-method-object.js';

/** How a customer authenticated a charge. */
export type ThreeDSecureDetails = {
  readonly authentication_flow: 'challenge';
  readonly electronic_commerce_indicator: '05';
  readonly exemption_indicator: null;
  readonly result: 'authenticated';
  readonly result_reason: null;
  readonly transaction_id: null;
  readonly version: '2.2.0';
};

/** What a charge says of its card. `capture_before` (Unix seconds): until when an authorization can be captured. */
export type CardDetails = {
  readonly card: {
    readonly amount_authorized: number | null;
    readonly authorization_code: null;
    readonly brand: string;
    readonly capture_before?: number;
    readonly checks: CardChecks;
    readonly country: string;
    readonly electronic_commerce_indicator: null;
    readonly exp_month: number;
    readonly exp_year: number;
    readonly fingerprint: string;
    readonly funding: string;
    readonly installments: null;
    readonly last4: string;
    readonly mandate: null;
    readonly network: string;
    readonly network_transaction_id: null;
    readonly regulated_status: 'unregulated';
    readonly three_d_secure: ThreeDSecureDetails | null;
    readonly transaction_link_id: null;
    readonly wallet: null;
  };
  readonly type: 'card';
};
