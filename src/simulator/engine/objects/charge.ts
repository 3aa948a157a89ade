import type { Metadata } from '../../../domain/objects/metadata.js';
import type { BillingDetails, ShippingObject } from './address.js';
import type { CardObject } from './card.js';
import type { CardChecks, SimulatedMethodType } from './payment-method.js';
import type { WalletObject } from './wallet.js';

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

/** The card of a charge. `capture_before` (Unix seconds): the end of the authorization. */
export type ChargedCard = {
  readonly card: {
    readonly amount_authorized: number | null;
    readonly authorization_code: string | null;
    readonly brand: string;
    readonly capture_before?: number;
    readonly checks: CardChecks;
    readonly country: string;
    readonly electronic_commerce_indicator: '05' | '07';
    readonly exp_month: number;
    readonly exp_year: number;
    readonly extended_authorization: { readonly status: 'disabled' };
    readonly fingerprint: string;
    readonly funding: string;
    readonly incremental_authorization: { readonly status: 'unavailable' };
    readonly installments: null;
    readonly last4: string;
    readonly mandate: null;
    readonly multicapture: { readonly status: 'unavailable' };
    readonly network: string;
    readonly network_token: { readonly used: false };
    readonly network_transaction_id: string | null;
    readonly overcapture: {
      readonly maximum_amount_capturable: number;
      readonly status: 'unavailable';
    };
    readonly regulated_status: 'unregulated';
    readonly three_d_secure: ThreeDSecureDetails | null;
    readonly transaction_link_id: null;
    readonly wallet: WalletObject | null;
  };
  readonly type: 'card';
};

/** The details of a charge that was not paid by card. */
export type ChargedMethodFields = {
  readonly bancontact?: {
    readonly bank_code: string | null;
    readonly bank_name: string | null;
    readonly bic: string | null;
    readonly generated_sepa_debit: string | null;
    readonly generated_sepa_debit_mandate: string | null;
    readonly iban_last4: string | null;
    readonly preferred_language: null;
    readonly verified_name: string | null;
  };
  readonly bizum?: { readonly buyer_id: string | null; readonly transaction_id: string | null };
  readonly ideal?: {
    readonly bank: string | null;
    readonly bic: string | null;
    readonly generated_sepa_debit: string | null;
    readonly generated_sepa_debit_mandate: string | null;
    readonly iban_last4: string | null;
    readonly transaction_id: string | null;
    readonly verified_name: string | null;
  };
  readonly klarna?: {
    readonly payer_details: { readonly address: { readonly country: string } } | null;
    readonly payment_method_category: string | null;
    readonly preferred_locale: string | null;
  };
  readonly link?: { readonly country: string | null };
  readonly paypal?: {
    readonly country: string | null;
    readonly payer_email: string | null;
    readonly payer_id: string | null;
    readonly payer_name: string | null;
    readonly seller_protection: {
      readonly dispute_categories: ReadonlyArray<'fraudulent' | 'product_not_received'> | null;
      readonly status: 'eligible';
    } | null;
    readonly transaction_id: string | null;
  };
  readonly sepa_debit?: {
    readonly bank_code: string | null;
    readonly branch_code: string | null;
    readonly country: string | null;
    readonly expected_debit_date?: string;
    readonly fingerprint: string | null;
    readonly last4: string | null;
    readonly mandate: string | null;
  };
};

/** The payment method of a charge. */
export type PaymentMethodDetails =
  | ChargedCard
  | (ChargedMethodFields & { readonly card?: never; readonly type: SimulatedMethodType });

/** The bank's response to a charge. */
export type ChargeOutcome = {
  readonly advice_code: string | null;
  readonly network_advice_code: string | null;
  readonly network_decline_code: string | null;
  readonly network_status: 'approved_by_network' | 'declined_by_network' | 'not_sent_to_network';
  readonly reason: string | null;
  readonly risk_level: 'normal' | 'elevated' | 'highest';
  readonly risk_score: number;
  /** The rule that blocked it, or had it reviewed. */
  readonly rule?: string;
  readonly seller_message: string;
  readonly type: 'authorized' | 'blocked' | 'issuer_declined' | 'manual_review';
};

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
  /** `null` if it was not paid by card. */
  readonly calculated_statement_descriptor: string | null;
  readonly captured: boolean;
  readonly created: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly description: string | null;
  readonly destination: null;
  readonly dispute: string | null;
  readonly disputed: boolean;
  readonly failure_balance_transaction: null;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly fraud_details: {
    readonly stripe_report?: 'fraudulent';
    readonly user_report?: 'fraudulent' | 'safe';
  };
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly on_behalf_of: null;
  readonly order: null;
  readonly outcome: ChargeOutcome | null;
  readonly paid: boolean;
  /** `null` for a charge without a payment intent. */
  readonly payment_intent: string | null;
  readonly payment_method: string;
  readonly payment_method_details: PaymentMethodDetails;
  readonly radar_options: { readonly session?: string };
  readonly receipt_email: string | null;
  readonly receipt_number: null;
  readonly receipt_url: string | null;
  readonly refunded: boolean;
  readonly review: null;
  readonly shipping: ShippingObject | null;
  /** The card of a charge without a payment intent. */
  readonly source: CardObject | null;
  readonly source_transfer: null;
  readonly statement_descriptor: string | null;
  readonly statement_descriptor_suffix: string | null;
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly transfer_data: null;
  readonly transfer_group: string | null;
};

/** Whether a charge is authorized and waits for its capture. */
export const isHeld = ({ status, captured, refunded }: ChargeObject): boolean =>
  status === 'succeeded' && !captured && !refunded;

/** Until when an authorized charge of a card can be captured, Unix seconds; absent: it is not authorized. */
export const captureBefore = ({
  payment_method_details: details,
}: Pick<ChargeObject, 'payment_method_details'>): number | undefined =>
  details.type === 'card' ? details.card.capture_before : undefined;
