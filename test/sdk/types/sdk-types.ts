import type { Stripe } from 'stripe';
import type {
  BalanceObject,
  BalanceTransactionObject,
} from '../../../src/simulator/engine/objects/balance.js';
import type { CardObject } from '../../../src/simulator/engine/objects/card.js';
import type { ChargeObject } from '../../../src/simulator/engine/objects/charge.js';
import type { CheckoutSessionObject } from '../../../src/simulator/engine/objects/checkout-session.js';
import type { ConfirmationTokenObject } from '../../../src/simulator/engine/objects/confirmation-token.js';
import type { CustomerObject } from '../../../src/simulator/engine/objects/customer.js';
import type { DisputeObject } from '../../../src/simulator/engine/objects/dispute.js';
import type { ErrorObject } from '../../../src/simulator/engine/objects/error.js';
import type { EventObject } from '../../../src/simulator/engine/objects/event.js';
import type {
  LineItemObject,
  ProductObject,
} from '../../../src/simulator/engine/objects/line-item.js';
import type { DeletedObject, ListObject } from '../../../src/simulator/engine/objects/object.js';
import type { PaymentIntentObject } from '../../../src/simulator/engine/objects/payment-intent.js';
import type { PaymentMethodObject } from '../../../src/simulator/engine/objects/payment-method.js';
import type { PaymentMethodConfigurationObject } from '../../../src/simulator/engine/objects/payment-method-configuration.js';
import type { PayoutObject } from '../../../src/simulator/engine/objects/payout.js';
import type { RefundObject } from '../../../src/simulator/engine/objects/refund.js';
import type { SetupAttemptObject } from '../../../src/simulator/engine/objects/setup-attempt.js';
import type { SetupIntentObject } from '../../../src/simulator/engine/objects/setup-intent.js';
import type { ShippingRateObject } from '../../../src/simulator/engine/objects/shipping-rate.js';
import type { TokenObject } from '../../../src/simulator/engine/objects/token.js';
import type { WebhookEndpointObject } from '../../../src/simulator/engine/objects/webhook-endpoint.js';
import type { Differences, Excused } from './differences.js';

const recorded = 'recorded of Stripe in 2026-08-26.dahlia';
const newer = 'of 2026-09-30.endive, and shown in every version';

const ofApplePay = 'recorded of a card of Apple Pay in October 2025';
const ofCards = 'recorded of Stripe in 2026-06-24.dahlia and 2025-11-17.clover';

const card = {
  'email (unknown)': ofCards,
  'phone (unknown)': ofCards,
  'wallet (unknown)': `Stripe's own examples of tokens and cards show it`,
} satisfies Excused<Differences<CardObject, Stripe.Card>>;

/**
 * Where our objects are not assignable to the SDK's own types, with the reasons. A difference without a reason does
 * not compile, nor a reason without a difference.
 */
export const differences = {
  balance: {} satisfies Excused<Differences<BalanceObject, Stripe.Balance>>,
  balanceTransaction: {} satisfies Excused<
    Differences<BalanceTransactionObject, Stripe.BalanceTransaction>
  >,
  card,
  charge: {
    'destination (unknown)': recorded,
    'dispute (unknown)': recorded,
    'order (unknown)': recorded,
    'payment_method_details.card.electronic_commerce_indicator (unknown)': recorded,
    'payment_method_details.card.wallet.apple_pay.type (unknown)': ofApplePay,
    'payment_method_details.card.wallet.link.funding_source_group (missing)':
      'Link tells it only after the payment',
    'source.email (unknown)': ofCards,
    'source.phone (unknown)': ofCards,
    'source.wallet (unknown)': card['wallet (unknown)'],
  } satisfies Excused<Differences<ChargeObject, Stripe.Charge>>,
  checkoutSession: {} satisfies Excused<
    Differences<CheckoutSessionObject, Stripe.Checkout.Session>
  >,
  confirmationToken: {
    'metadata (missing)': 'newer than 2026-08-26.dahlia',
    'payment_method_preview.card.wallet.apple_pay.type (unknown)': ofApplePay,
  } satisfies Excused<Differences<ConfirmationTokenObject, Stripe.ConfirmationToken>>,
  customer: {} satisfies Excused<Differences<CustomerObject, Stripe.Customer>>,
  deletedCustomer: {} satisfies Excused<
    Differences<DeletedObject<'customer'>, Stripe.DeletedCustomer>
  >,
  deletedWebhookEndpoint: {} satisfies Excused<
    Differences<DeletedObject<'webhook_endpoint'>, Stripe.DeletedWebhookEndpoint>
  >,
  dispute: { 'balance_transaction (unknown)': recorded } satisfies Excused<
    Differences<DisputeObject, Stripe.Dispute>
  >,
  error: {
    'payment_method.card.wallet.apple_pay.type (unknown)': ofApplePay,
    'payment_method.shared_payment_granted_token (unknown)': newer,
  } satisfies Excused<Differences<ErrorObject, Stripe.PaymentIntent.LastPaymentError>>,
  event: {
    'data.object (any field)': 'whatever object it is about',
    'data.previous_attributes (any field)': 'fields of that object',
    type: 'every name that is written in the engine is checked where it is written',
  } satisfies Excused<Differences<EventObject, Stripe.EventBase>>,
  lineItem: {
    'price.unit_amount_decimal': 'text on the wire, from which the SDK makes a number of its own',
  } satisfies Excused<Differences<LineItemObject, Stripe.LineItem>>,
  list: { 'count (unknown)': recorded } satisfies Excused<
    Differences<ListObject<string>, Stripe.ApiList<string>>
  >,
  paymentIntent: {
    'last_payment_error.payment_method.card.wallet.apple_pay.type (unknown)': ofApplePay,
    'last_payment_error.payment_method.shared_payment_granted_token (unknown)': newer,
    'payment_method_options.bizum.setup_future_usage (unknown)': 'never set: it is not saved',
    'payment_record (unknown)': recorded,
    'shared_payment_granted_token (unknown)': recorded,
  } satisfies Excused<Differences<PaymentIntentObject, Stripe.PaymentIntent>>,
  paymentMethodConfiguration: {} satisfies Excused<
    Differences<PaymentMethodConfigurationObject, Stripe.PaymentMethodConfiguration>
  >,
  payout: {} satisfies Excused<Differences<PayoutObject, Stripe.Payout>>,
  paymentMethod: {
    'card.wallet.apple_pay.type (unknown)': ofApplePay,
    'shared_payment_granted_token (unknown)': newer,
  } satisfies Excused<Differences<PaymentMethodObject, Stripe.PaymentMethod>>,
  product: {} satisfies Excused<Differences<ProductObject, Stripe.Product>>,
  refund: {} satisfies Excused<Differences<RefundObject, Stripe.Refund>>,
  setupAttempt: {
    'setup_error.payment_method.card.wallet.apple_pay.type (unknown)': ofApplePay,
    'setup_error.payment_method.shared_payment_granted_token (unknown)': newer,
  } satisfies Excused<Differences<SetupAttemptObject, Stripe.SetupAttempt>>,
  setupIntent: {
    'last_setup_error.payment_method.card.wallet.apple_pay.type (unknown)': ofApplePay,
    'last_setup_error.payment_method.shared_payment_granted_token (unknown)': newer,
  } satisfies Excused<Differences<SetupIntentObject, Stripe.SetupIntent>>,
  shippingRate: {} satisfies Excused<Differences<ShippingRateObject, Stripe.ShippingRate>>,
  token: {
    'card.email (unknown)': ofCards,
    'card.phone (unknown)': ofCards,
    'card.wallet (unknown)': card['wallet (unknown)'],
  } satisfies Excused<Differences<TokenObject, Stripe.Token>>,
  webhookEndpoint: {} satisfies Excused<Differences<WebhookEndpointObject, Stripe.WebhookEndpoint>>,
};
