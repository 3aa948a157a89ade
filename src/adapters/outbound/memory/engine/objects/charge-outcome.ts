/** What the bank said to a charge. */
export type ChargeOutcome = {
  readonly advice_code: null;
  readonly network_advice_code: null;
  readonly network_decline_code: null;
  readonly network_status: 'approved_by_network' | 'declined_by_network';
  readonly reason: string | null;
  readonly risk_level: 'normal';
  readonly risk_score: number;
  readonly seller_message: string;
  readonly type: 'authorized' | 'issuer_declined';
};
