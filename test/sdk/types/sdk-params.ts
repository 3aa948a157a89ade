import type { Stripe } from 'stripe';
import type { engineOperations } from '../../../src/simulator/engine/operations.js';
import type { Excused } from './differences.js';
import type { Untaken } from './untaken.js';

/** The parameters that the SDK has for each operation. */
type Theirs = {
  createCustomer: Stripe.CustomerCreateParams;
  updateCustomer: Stripe.CustomerUpdateParams;
  listCustomers: Stripe.CustomerListParams;
  createSource: Stripe.CustomerCreateSourceParams;
  updateSource: Stripe.CustomerUpdateSourceParams;
  listSources: Stripe.CustomerListSourcesParams;
  createToken: Stripe.TokenCreateParams;
  createTestConfirmationToken: NonNullable<
    Parameters<Stripe['testHelpers']['confirmationTokens']['create']>[0]
  >;
  createPaymentMethod: Stripe.PaymentMethodCreateParams;
  updatePaymentMethod: Stripe.PaymentMethodUpdateParams;
  attachPaymentMethod: Stripe.PaymentMethodAttachParams;
  listPaymentMethods: Stripe.PaymentMethodListParams;
  listCustomerPaymentMethods: Stripe.CustomerListPaymentMethodsParams;
  listPaymentMethodConfigurations: Stripe.PaymentMethodConfigurationListParams;
  updatePaymentMethodConfiguration: Stripe.PaymentMethodConfigurationUpdateParams;
  createIntent: Stripe.PaymentIntentCreateParams;
  retrieveIntent: Stripe.PaymentIntentRetrieveParams;
  updateIntent: Stripe.PaymentIntentUpdateParams;
  listIntents: Stripe.PaymentIntentListParams;
  confirmIntent: Stripe.PaymentIntentConfirmParams;
  captureIntent: Stripe.PaymentIntentCaptureParams;
  cancelIntent: Stripe.PaymentIntentCancelParams;
  createSetupIntent: Stripe.SetupIntentCreateParams;
  retrieveSetupIntent: Stripe.SetupIntentRetrieveParams;
  updateSetupIntent: Stripe.SetupIntentUpdateParams;
  listSetupIntents: Stripe.SetupIntentListParams;
  confirmSetupIntent: Stripe.SetupIntentConfirmParams;
  cancelSetupIntent: Stripe.SetupIntentCancelParams;
  verifySetupMicrodeposits: Stripe.SetupIntentVerifyMicrodepositsParams;
  listSetupAttempts: Stripe.SetupAttemptListParams;
  createCheckoutSession: Stripe.Checkout.SessionCreateParams;
  updateCheckoutSession: Stripe.Checkout.SessionUpdateParams;
  listCheckoutSessions: Stripe.Checkout.SessionListParams;
  createCharge: Stripe.ChargeCreateParams;
  updateCharge: Stripe.ChargeUpdateParams;
  listCharges: Stripe.ChargeListParams;
  captureCharge: Stripe.ChargeCaptureParams;
  createRefund: Stripe.RefundCreateParams;
  updateRefund: Stripe.RefundUpdateParams;
  listRefunds: Stripe.RefundListParams;
  listBalanceTransactions: Stripe.BalanceTransactionListParams;
  createPayout: Stripe.PayoutCreateParams;
  updatePayout: Stripe.PayoutUpdateParams;
  listPayouts: Stripe.PayoutListParams;
  reversePayout: Stripe.PayoutReverseParams;
  updateDispute: Stripe.DisputeUpdateParams;
  closeDispute: Stripe.DisputeCloseParams;
  listDisputes: Stripe.DisputeListParams;
  listEvents: Stripe.EventListParams;
  createWebhookEndpoint: Stripe.WebhookEndpointCreateParams;
  updateWebhookEndpoint: Stripe.WebhookEndpointUpdateParams;
  listWebhookEndpoints: Stripe.WebhookEndpointListParams;
};

type OtherKind =
  | Exclude<keyof Stripe.PaymentMethodConfiguration, 'card'>
  | 'card_present'
  | 'custom'
  | 'interac_present';

// Types do not show the names of their own parameters.
type Unnamed = 'klarna' | 'link' | 'paypal';

/** Parameters of payment methods other than cards. */
type OfOtherKind =
  | OtherKind
  | `payment_method_${'data' | 'options'}[${OtherKind}]`
  | `${Unnamed}[${string}`
  | `payment_method_${'data' | 'options'}[${Unnamed}][${string}`;

type Left = {
  [Name in keyof Theirs]: Exclude<
    Untaken<Theirs[Name], (typeof engineOperations)[Name]>,
    OfOtherKind
  >;
};

const connect = 'Connect: money and objects of other accounts';
const tax = 'tax';
const browser = 'what the browser of the customer tells: a payment takes its session';

/** Parameters that every operation refuses, with the reasons. */
export const takenNowhere = {
  account: 'identities of accounts and persons',
  account_holder_name: 'not a card',
  account_holder_type: 'not a card',
  'amount_details[line_items]': 'what was bought, line by line',
  amount_to_confirm: 'terminals of a till',
  application_fee: connect,
  application_fee_amount: connect,
  attach_to_self: `accounts of the merchant's own`,
  bank_account: 'not a card',
  cash_balance: 'balances that customers pay from',
  customer_account: 'customers that are accounts',
  cvc_update: 'security codes that are collected again',
  destination: `${connect}; the merchant has one bank account`,
  excluded_payment_method_types: 'there is no kind but the card',
  flow_directions: `accounts of the merchant's own`,
  hooks: tax,
  'invoice_settings[rendering_options][template]': 'invoices are not simulated',
  on_behalf_of: connect,
  origin: `refunds of a customer's balance`,
  owner: 'not a card',
  payment_method_configuration: 'there is no kind but the card',
  'payment_method_options[card][cvc_token]': 'security codes that are collected again',
  'payment_method_options[card][installments]': 'payments by instalments',
  'payment_method_options[card][mandate_options]': 'cards need none',
  'payment_method_options[card][moto]': 'orders by telephone, for accounts that have asked for it',
  'payment_method_options[card][three_d_secure]': '3D Secure of another provider',
  person: 'identities of accounts and persons',
  'evidence[enhanced_evidence]': 'disputes that networks decide by their own rules',
  payout_method: 'the merchant has one bank account',
  pii: 'identities of accounts and persons',
  'radar_options[referrer]': browser,
  refund_application_fee: connect,
  reverse_transfer: connect,
  single_use: 'cards need no mandate',
  tax,
  tax_id_data: tax,
  test_clock: 'the controls move the clock of the whole account',
  transfer_data: connect,
  validate: 'the wallet of a till',
} satisfies { readonly [Name in Left[keyof Left]]?: string };

type LeftHere = {
  [Operation in keyof Left]: `${Operation} ${Exclude<Left[Operation], keyof typeof takenNowhere>}`;
}[keyof Left];

/** Parameters that these operations refuse and others accept, with the reasons. */
export const notTakenHere = {
  'captureIntent payment_details': 'references are given before the capture',
  'createCheckoutSession after_expiration': 'no second session follows',
  'createCheckoutSession automatic_tax[liability]': tax,
  'createCheckoutSession branding_settings[icon]': 'the page loads no pictures',
  'createCheckoutSession branding_settings[logo]': 'the page loads no pictures',
  'createCheckoutSession consent_collection': 'the form asks for what a card payment needs',
  'createCheckoutSession custom_fields': 'the form asks for what a card payment needs',
  'createCheckoutSession customer_update': 'the customer keeps what they had',
  'createCheckoutSession discounts': 'coupons and promotions',
  'createCheckoutSession invoice_creation[invoice_data]': 'invoices are not simulated',
  'createCheckoutSession line_items[tax_rates]': tax,
  'createCheckoutSession name_collection': 'the form asks for what a card payment needs',
  'createCheckoutSession optional_items': 'the form asks for what a card payment needs',
  'createCheckoutSession payment_intent_data[application_fee_amount]': connect,
  'createCheckoutSession payment_intent_data[on_behalf_of]': connect,
  'createCheckoutSession payment_intent_data[transfer_data]': connect,
  'createCheckoutSession payment_method_data': 'the page offers no saved cards',
  'createCheckoutSession payment_method_options[card][capture_method]':
    'options that a payment of the page does not need',
  'createCheckoutSession payment_method_options[card][request_extended_authorization]':
    'options that a payment of the page does not need',
  'createCheckoutSession payment_method_options[card][request_incremental_authorization]':
    'options that a payment of the page does not need',
  'createCheckoutSession payment_method_options[card][request_multicapture]':
    'options that a payment of the page does not need',
  'createCheckoutSession payment_method_options[card][request_overcapture]':
    'options that a payment of the page does not need',
  'createCheckoutSession payment_method_options[card][restrictions]':
    'options that a payment of the page does not need',
  'createCheckoutSession payment_method_options[card][statement_descriptor_suffix_kana]':
    'options that a payment of the page does not need',
  'createCheckoutSession payment_method_options[card][statement_descriptor_suffix_kanji]':
    'options that a payment of the page does not need',
  'createCheckoutSession payment_method_options[demo_pay] (unknown)': 'not a card',
  'createCheckoutSession permissions': 'pages that are not hosted',
  'createCheckoutSession saved_payment_method_options': 'the page offers no saved cards',
  'createCheckoutSession setup_intent_data[on_behalf_of]': connect,
  'createCheckoutSession shipping_options[shipping_rate_data][fixed_amount][currency_options]':
    'a session has one currency',
  'createCheckoutSession shipping_options[shipping_rate_data][tax_code]': tax,
  'createCheckoutSession subscription_data': 'subscriptions are not simulated',
  'createCheckoutSession tax_id_collection[required] (unknown)': tax,
  'createCheckoutSession wallet_options': 'not a card',
  'createPaymentMethod customer': `${connect}: a copy of what a customer of the platform has`,
  'createPaymentMethod payment_method': `${connect}: a copy of what a customer of the platform has`,
  'createRefund currency': `refunds of a customer's balance`,
  'createRefund customer': `refunds of a customer's balance`,
  'createToken customer': `${connect}: a copy of what a customer of the platform has`,
  'listCheckoutSessions payment_link': 'payment links are not simulated',
  'listCheckoutSessions subscription': 'subscriptions are not simulated',
  'updateCheckoutSession collected_information': 'pages that are not hosted',
  'updateCheckoutSession line_items': 'pages that are not hosted',
  'updateCheckoutSession shipping_options': 'pages that are not hosted',
  'updatePaymentMethod payto (unknown)': 'not a card',
  'updatePaymentMethodConfiguration apple_pay_later': 'no configuration shows it any more',
  'updatePaymentMethodConfiguration fr_meal_voucher_conecs': 'no configuration shows it',
  'confirmIntent payment_method_options[sepa_debit][mandate_options] (unknown)': 'refused by name',
  'confirmIntent payment_method_options[sepa_debit][target_date] (unknown)': 'refused by name',
  'createIntent payment_method_options[sepa_debit][mandate_options] (unknown)': 'refused by name',
  'createIntent payment_method_options[sepa_debit][target_date] (unknown)': 'refused by name',
  'updateIntent payment_method_options[sepa_debit][mandate_options] (unknown)': 'refused by name',
  'updateIntent payment_method_options[sepa_debit][target_date] (unknown)': 'refused by name',
  'confirmSetupIntent payment_method_options[sepa_debit][mandate_options]': 'refused by name',
  'createSetupIntent payment_method_options[sepa_debit][mandate_options]': 'refused by name',
  'updateSetupIntent payment_method_options[sepa_debit][mandate_options]': 'refused by name',
  'confirmIntent payment_method_options[bancontact][preferred_language] (unknown)':
    'taken; the type of the table names no options',
  'createIntent payment_method_options[bancontact][preferred_language] (unknown)':
    'taken; the type of the table names no options',
  'updateIntent payment_method_options[bancontact][preferred_language] (unknown)':
    'taken; the type of the table names no options',
} satisfies Excused<LeftHere>;
