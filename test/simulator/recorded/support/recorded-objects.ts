import type { Recorded } from './differences.js';
import { someId, someNumber, someText, someTime } from './differences.js';

type Fields = { readonly [key: string]: Recorded };

type PaymentMethodFields = {
  readonly [key: string]: Recorded;
  readonly card?: Fields;
  /** The name of the billing details. */
  readonly name?: string;
};

/** A customer as it was recorded without parameters, with the given fields. Source: step 0 of recording 09. */
export const recordedCustomer = (fields: Fields = {}): Fields => ({
  id: someId('cus'),
  object: 'customer',
  address: null,
  balance: 0,
  created: someTime,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: someText,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
  ...fields,
});

/** The card of a payment method as it was recorded, with the given fields. Source: step 3 of recording 06. */
const recordedCard = (fields: Fields): Fields => ({
  brand: 'visa',
  checks: {
    address_line1_check: null,
    address_postal_code_check: null,
    cvc_check: 'unchecked',
  },
  country: 'US',
  display_brand: 'visa',
  exp_month: someNumber,
  exp_year: someNumber,
  fingerprint: someText,
  funding: 'credit',
  generated_from: null,
  last4: '4242',
  networks: { available: ['visa'], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
  ...fields,
});

const noAddress: Fields = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/** A payment method as it was recorded, with the given fields. Source: step 3 of recording 06. */
export const recordedPaymentMethod = ({
  card,
  name,
  ...fields
}: PaymentMethodFields = {}): Fields => ({
  id: someId('pm'),
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: {
    address: noAddress,
    email: null,
    name: name ?? null,
    phone: null,
    tax_id: null,
  },
  card: recordedCard(card ?? {}),
  created: someTime,
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  shared_payment_granted_token: null,
  type: 'card',
  ...fields,
});

/**
 * A setup intent as it was recorded with `payment_method_types: ['card']`, with the given fields. Source: step 6 of
 * recording 10.
 */
export const recordedSetupIntent = (fields: Fields = {}): Fields => ({
  id: someId('seti'),
  object: 'setup_intent',
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: someId('seti'),
  created: someTime,
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  flow_directions: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  managed_payments: { enabled: false },
  mandate: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: {
    card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
  },
  payment_method_types: ['card'],
  single_use_mandate: null,
  status: 'requires_payment_method',
  usage: 'off_session',
  ...fields,
});

/** A page of a list. */
export const recordedPage = (
  url: string,
  data: ReadonlyArray<Recorded>,
  has_more = false,
): Fields => ({ object: 'list', data, has_more, url });

const docUrl = (code: string): string =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

/** The page of the dashboard about a request. */
export const recordedLogUrl = someText;

/** A refusal of the request's parameters, whose `code` explains itself at `doc_url`. */
export const recordedRefusal = ({
  code,
  ...fields
}: {
  readonly code?: string;
  readonly message: string;
  readonly param?: string;
  readonly payment_intent?: Fields;
}): Fields => ({
  error: {
    ...(code === undefined ? {} : { code, doc_url: docUrl(code) }),
    request_log_url: recordedLogUrl,
    type: 'invalid_request_error',
    ...fields,
  },
});

/** The error of a declined card, without the address of its log. */
export const recordedDecline = (fields: Fields & { readonly code: string }): Fields => ({
  ...fields,
  doc_url: docUrl(fields.code),
  type: 'card_error',
});

/** A payment intent for cards as it was recorded, with the given fields. Source: step 32 of recording 04. */
export const recordedIntent = (fields: Fields): Fields => ({
  id: someId('pi'),
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  client_secret: someText,
  confirmation_method: 'automatic',
  created: someTime,
  currency: 'usd',
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: { enabled: false },
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: {
    card: {
      installments: null,
      mandate_options: null,
      network: null,
      request_three_d_secure: 'automatic',
    },
  },
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shared_payment_granted_token: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'requires_payment_method',
  transfer_data: null,
  transfer_group: null,
  ...fields,
});

/** A paid charge of an intent as it was recorded, with the given fields. Source: step 10 of recording 04. */
export const recordedCharge = ({
  amount,
  card,
  ...fields
}: {
  readonly [key: string]: Recorded;
  readonly amount: number;
  readonly card?: Fields;
}): Fields => ({
  id: someId('ch'),
  object: 'charge',
  amount,
  amount_captured: amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: noAddress, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: 'Stripe',
  captured: true,
  created: someTime,
  currency: 'usd',
  customer: null,
  description: null,
  destination: null,
  dispute: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  order: null,
  outcome: {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: 'approved_by_network',
    reason: null,
    risk_level: 'normal',
    risk_score: someNumber,
    seller_message: 'Payment complete.',
    type: 'authorized',
  },
  paid: true,
  payment_intent: someId('pi'),
  payment_method: someId('pm'),
  payment_method_details: {
    card: {
      amount_authorized: amount,
      authorization_code: someText,
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      electronic_commerce_indicator: '07',
      exp_month: someNumber,
      exp_year: someNumber,
      extended_authorization: { status: 'disabled' },
      fingerprint: someText,
      funding: 'credit',
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: '4242',
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: 'visa',
      network_token: { used: false },
      network_transaction_id: someText,
      overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
      ...card,
    },
    type: 'card',
  },
  radar_options: {},
  receipt_email: null,
  receipt_number: null,
  receipt_url: someText,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
  ...fields,
});

/** A refund as it was recorded right after its creation, with the given fields. Source: step 7 of recording 05. */
export const recordedRefund = (fields: Fields & { readonly amount: number }): Fields => ({
  id: someId('re'),
  object: 'refund',
  balance_transaction: someId('txn'),
  charge: someId('ch'),
  created: someTime,
  currency: 'usd',
  customer: null,
  customer_account: null,
  destination_details: {
    card: {
      reference_status: 'pending',
      reference_type: 'acquirer_reference_number',
      type: 'refund',
    },
    type: 'card',
  },
  metadata: {},
  payment_intent: someId('pi'),
  payment_method: someId('pm'),
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
  ...fields,
});

/** A balance transaction without a fee as it was recorded, with the given fields. Source: step 10 of recording 11. */
export const recordedTransaction = (fields: Fields): Fields => ({
  id: someId('txn'),
  object: 'balance_transaction',
  available_on: someTime,
  balance_type: 'payments',
  created: someTime,
  currency: 'cad',
  description: null,
  exchange_rate: null,
  fee: 0,
  fee_details: [],
  status: 'pending',
  ...fields,
});

/** A new chargeback as it was recorded, with the given fields. Source: step 29 of recording 05. */
export const recordedDispute = ({
  evidence,
  evidence_details,
  card,
  ...fields
}: Fields & {
  readonly evidence?: Fields;
  readonly evidence_details?: Fields;
  readonly card?: Fields;
}): Fields => ({
  id: someId('du'),
  object: 'dispute',
  charge: someId('ch'),
  created: someTime,
  currency: 'usd',
  enhanced_eligibility_types: [],
  evidence: {
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
    ...evidence,
  },
  evidence_details: {
    due_by: someTime,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    ...evidence_details,
  },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: someId('pi'),
  payment_method_details: {
    card: {
      brand: 'visa',
      case_type: 'chargeback',
      network: 'visa',
      network_reason_code: '10.4',
      ...card,
    },
    type: 'card',
  },
  reason: 'fraudulent',
  status: 'needs_response',
  ...fields,
});

/** The fee of a dispute as it was recorded. Source: step 29 of recording 05. */
export const recordedDisputeFee = (currency: Recorded): Fields => ({
  fee: 1500,
  fee_details: [
    { amount: 1500, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' },
  ],
});
