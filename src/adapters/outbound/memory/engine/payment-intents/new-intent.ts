import { deepFreeze } from '../deep-freeze.js';
import type { Metadata } from '../objects/metadata.js';
import type { PaymentIntentObject } from '../objects/payment-intent-object.js';
import type { CreateIntentParams } from './intent-params.js';

const cardOnly = deepFreeze(['card']);
const noTip = deepFreeze({ tip: {} });
const noMetadata: Metadata = deepFreeze({});
const cardOptions = deepFreeze({
  card: {
    installments: null,
    mandate_options: null,
    network: null,
    request_three_d_secure: 'automatic',
  },
});

const optionsOf = (
  options: CreateIntentParams['payment_method_options'],
): PaymentIntentObject['payment_method_options'] => {
  const card = options?.card;
  return card !== undefined
    ? { card: { ...cardOptions.card, ...structuredClone(card) } }
    : cardOptions;
};

/** A new intent, not stored yet. */
export const newIntent = (
  params: CreateIntentParams,
  given: {
    readonly id: string;
    readonly secret: string;
    readonly created: number;
    readonly paymentMethod: string | null;
    readonly metadata: Metadata;
  },
): PaymentIntentObject => ({
  id: given.id,
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount: params.amount,
  amount_capturable: 0,
  amount_details: noTip,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: params.capture_method ?? 'automatic',
  client_secret: given.secret,
  confirmation_method: params.confirmation_method ?? 'automatic',
  created: given.created,
  currency: params.currency.toLowerCase(),
  customer: params.customer ?? null,
  customer_account: null,
  description: params.description ?? null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  metadata: Object.keys(given.metadata).length === 0 ? noMetadata : given.metadata,
  next_action: null,
  on_behalf_of: null,
  payment_method: given.paymentMethod,
  payment_method_configuration_details: null,
  payment_method_options: optionsOf(params.payment_method_options),
  payment_method_types: cardOnly,
  payment_record: null,
  processing: null,
  receipt_email: params.receipt_email ?? null,
  review: null,
  setup_future_usage: params.setup_future_usage ?? null,
  shipping: structuredClone(params.shipping) ?? null,
  source: null,
  statement_descriptor: params.statement_descriptor ?? null,
  statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
  status: given.paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation',
  transfer_data: null,
  transfer_group: params.transfer_group ?? null,
});
