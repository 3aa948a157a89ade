import type { BillingDetails } from './billing-details.js';
import type { CardDetails } from './card-details.js';
import type { CardObject } from './card-object.js';
import type { ChargeOutcome } from './charge-outcome.js';
import type { Metadata } from './metadata.js';
import type { ShippingObject } from './shipping-object.js';

/** A charge. Amounts are minor units. */
export type ChargeObject = {
  readonly id: string;
  readonly object: 'charge';
  readonly amount: number;
  readonly amount_captured: number;
  readonly amount_refunded: number;
  readonly application: null;
  readonly application_fee: null;
  readonly application_fee_amount: null;
  readonly balance_transaction: string | null;
  readonly billing_details: BillingDetails;
  readonly calculated_statement_descriptor: string | null;
  readonly captured: boolean;
  readonly created: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly description: string | null;
  readonly disputed: boolean;
  readonly failure_balance_transaction: null;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly fraud_details: { readonly user_report?: 'fraudulent' | 'safe' };
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly on_behalf_of: null;
  readonly outcome: ChargeOutcome | null;
  readonly paid: boolean;
  /** `null` for a charge that was made without one. */
  readonly payment_intent: string | null;
  readonly payment_method: string;
  readonly payment_method_details: CardDetails;
  readonly radar_options?: { readonly session: string };
  readonly receipt_email: string | null;
  readonly receipt_number: null;
  readonly receipt_url: string | null;
  readonly refunded: boolean;
  readonly review: null;
  readonly shipping: ShippingObject | null;
  /** The card of a charge that was made without a payment intent. */
  readonly source: CardObject | null;
  readonly source_transfer: null;
  readonly statement_descriptor: string | null;
  readonly statement_descriptor_suffix: string | null;
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly transfer_data: null;
  readonly transfer_group: string | null;
};
