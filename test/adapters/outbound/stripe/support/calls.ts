import type * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  CallOptions,
  PaymentProcessor,
} from '../../../../../src/application/ports/payment-processor.js';
import {
  BalanceTransactionId,
  CardId,
  ChargeId,
  CheckoutSessionId,
  CustomerId,
  DisputeId,
  PaymentIntentId,
  PaymentMethodId,
  PayoutId,
  RefundId,
  SetupIntentId,
  TokenId,
} from '../../../../../src/domain/ids.js';
import { MinorUnits } from '../../../../../src/domain/money/money.js';
import type { ProcessorError } from '../../../../../src/domain/payment-error.js';
import { decoded } from '../../../../support/inputs/decoded.js';
import { wire } from './wire.js';

/** A call of a function of the port: the request that it must send, and a response. */
export type PortCall = {
  readonly run: (
    processor: PaymentProcessor,
    options?: CallOptions,
  ) => TE.TaskEither<ProcessorError, unknown>;
  readonly line: string;
  readonly form: { readonly [name: string]: string };
  readonly reply: object;
  /** Absent if it returns the response unchanged. */
  readonly result?: object;
};

const customer = decoded(CustomerId, 'cus_1');
const card = decoded(CardId, 'card_1');
const payment_intent = decoded(PaymentIntentId, 'pi_1');
const setup_intent = decoded(SetupIntentId, 'seti_1');
const session = decoded(CheckoutSessionId, 'cs_1');
const charge = decoded(ChargeId, 'ch_1');
const dispute = decoded(DisputeId, 'du_1');
const november = { created_from: 1_793_491_200, created_to: 1_796_083_200 };
const inNovember = { 'created[gte]': '1793491200', 'created[lt]': '1796083200' };

const charges = {
  object: 'list',
  data: [wire.charge],
  has_more: false,
  url: '/v1/charges?payment_intent=pi_1',
};
const intentResult = { ...wire.intent, latest_charge: 'ch_1', charges };

/** The card number that is sent to create a token. */
export const cardNumber = ['4000', '0027', '6000', '3184'].join('');

/** A call of every function of the port. */
export const calls: { readonly [N in keyof PaymentProcessor]: PortCall } = {
  createCustomer: {
    run: (processor, options) =>
      processor.createCustomer({ email: 'ada@example.com', name: 'Ada & Söhne' }, options),
    line: 'POST /v1/customers',
    form: { email: 'ada@example.com', name: 'Ada & Söhne' },
    reply: wire.customer,
  },
  retrieveCustomer: {
    run: (processor) => processor.retrieveCustomer({ customer }),
    line: 'GET /v1/customers/cus_1',
    form: {},
    reply: wire.customer,
  },
  listCustomers: {
    run: (processor) =>
      processor.listCustomers({ limit: 3, starting_after: customer, email: 'a+b@example.com' }),
    line: 'GET /v1/customers',
    form: { limit: '3', starting_after: 'cus_1', email: 'a+b@example.com' },
    reply: wire.list(wire.customer, wire.customer),
  },
  updateCustomer: {
    run: (processor, options) =>
      processor.updateCustomer({ customer, default_source: card, phone: '' }, options),
    line: 'POST /v1/customers/cus_1',
    form: { default_source: 'card_1', phone: '' },
    reply: wire.customer,
  },
  deleteCustomer: {
    run: (processor, options) => processor.deleteCustomer({ customer }, options),
    line: 'DELETE /v1/customers/cus_1',
    form: {},
    reply: wire.deletedCustomer,
  },
  createCardToken: {
    run: (processor, options) =>
      processor.createCardToken(
        { number: cardNumber, exp_month: 7, exp_year: 2040, cvc: '987' },
        options,
      ),
    line: 'POST /v1/tokens',
    form: {
      'card[number]': cardNumber,
      'card[exp_month]': '7',
      'card[exp_year]': '2040',
      'card[cvc]': '987',
    },
    reply: wire.token,
  },
  createCard: {
    run: (processor, options) =>
      processor.createCard({ customer, source: decoded(TokenId, 'tok_1') }, options),
    line: 'POST /v1/customers/cus_1/sources',
    form: { source: 'tok_1' },
    reply: wire.card,
  },
  listCards: {
    run: (processor) => processor.listCards({ customer, limit: 2, ending_before: card }),
    line: 'GET /v1/customers/cus_1/payment_methods',
    form: { type: 'card', limit: '2', ending_before: 'card_1' },
    reply: wire.list(wire.paymentMethod),
    result: wire.list(wire.paymentMethodAsCard),
  },
  deleteCard: {
    run: (processor, options) => processor.deleteCard({ customer, card }, options),
    line: 'DELETE /v1/customers/cus_1/sources/card_1',
    form: {},
    reply: wire.deletedCard,
  },
  createPaymentIntent: {
    run: (processor, options) =>
      processor.createPaymentIntent(
        {
          amount: decoded(MinorUnits, 1999),
          currency: 'eur',
          customer,
          payment_method: decoded(PaymentMethodId, 'pm_1'),
          confirmation_method: 'manual',
          confirm: true,
          return_url: 'https://shop.example/back?order=1',
        },
        options,
      ),
    line: 'POST /v1/payment_intents',
    form: {
      amount: '1999',
      currency: 'eur',
      customer: 'cus_1',
      payment_method: 'pm_1',
      confirmation_method: 'manual',
      confirm: 'true',
      return_url: 'https://shop.example/back?order=1',
      'payment_method_types[0]': 'card',
      'expand[0]': 'latest_charge',
    },
    reply: wire.intent,
    result: intentResult,
  },
  retrievePaymentIntent: {
    run: (processor) => processor.retrievePaymentIntent({ payment_intent }),
    line: 'GET /v1/payment_intents/pi_1',
    form: { 'expand[0]': 'latest_charge' },
    reply: wire.intent,
    result: intentResult,
  },
  listPaymentIntents: {
    run: (processor) =>
      processor.listPaymentIntents({ customer, limit: 100, starting_after: payment_intent }),
    line: 'GET /v1/payment_intents',
    form: {
      customer: 'cus_1',
      limit: '100',
      starting_after: 'pi_1',
      'expand[0]': 'data.latest_charge',
    },
    reply: wire.list(wire.intent, wire.unpaid),
    result: wire.list(intentResult, { ...wire.unpaid, charges: { ...charges, data: [] } }),
  },
  updatePaymentIntent: {
    run: (processor, options) =>
      processor.updatePaymentIntent(
        {
          payment_intent,
          amount: decoded(MinorUnits, 2500),
          currency: 'usd',
          payment_methods: ['card', 'link'],
          metadata: { order: '42', coupon: '' },
          setup_future_usage: '',
        },
        options,
      ),
    line: 'POST /v1/payment_intents/pi_1',
    form: {
      amount: '2500',
      currency: 'usd',
      'payment_method_types[0]': 'card',
      'payment_method_types[1]': 'link',
      'metadata[order]': '42',
      'metadata[coupon]': '',
      setup_future_usage: '',
      'expand[0]': 'latest_charge',
    },
    reply: wire.intent,
    result: intentResult,
  },
  confirmPaymentIntent: {
    run: (processor, options) =>
      processor.confirmPaymentIntent(
        {
          payment_intent,
          payment_method: decoded(PaymentMethodId, 'card_1'),
          return_url: 'https://shop.example/back',
          off_session: true,
        },
        options,
      ),
    line: 'POST /v1/payment_intents/pi_1/confirm',
    form: {
      payment_method: 'card_1',
      return_url: 'https://shop.example/back',
      off_session: 'true',
      'expand[0]': 'latest_charge',
    },
    reply: wire.intent,
    result: intentResult,
  },
  capturePaymentIntent: {
    run: (processor, options) =>
      processor.capturePaymentIntent(
        { payment_intent, amount_to_capture: decoded(MinorUnits, 1500) },
        options,
      ),
    line: 'POST /v1/payment_intents/pi_1/capture',
    form: { amount_to_capture: '1500', 'expand[0]': 'latest_charge' },
    reply: wire.intent,
    result: intentResult,
  },
  cancelPaymentIntent: {
    run: (processor, options) =>
      processor.cancelPaymentIntent(
        { payment_intent, cancellation_reason: 'requested_by_customer' },
        options,
      ),
    line: 'POST /v1/payment_intents/pi_1/cancel',
    form: { cancellation_reason: 'requested_by_customer', 'expand[0]': 'latest_charge' },
    reply: { ...wire.unpaid, status: 'canceled' },
    result: { ...wire.unpaid, status: 'canceled', charges: { ...charges, data: [] } },
  },
  createSetupIntent: {
    run: (processor, options) =>
      processor.createSetupIntent(
        {
          customer,
          payment_method: decoded(PaymentMethodId, 'pm_1'),
          confirm: true,
          return_url: 'https://shop.example/cards?of=ada',
          usage: 'on_session',
          description: 'Membership',
        },
        options,
      ),
    line: 'POST /v1/setup_intents',
    form: {
      customer: 'cus_1',
      payment_method: 'pm_1',
      confirm: 'true',
      return_url: 'https://shop.example/cards?of=ada',
      usage: 'on_session',
      description: 'Membership',
      'payment_method_types[0]': 'card',
    },
    reply: wire.setupIntent,
  },
  retrieveSetupIntent: {
    run: (processor) => processor.retrieveSetupIntent({ setup_intent }),
    line: 'GET /v1/setup_intents/seti_1',
    form: {},
    reply: wire.setupIntent,
  },
  confirmSetupIntent: {
    run: (processor, options) =>
      processor.confirmSetupIntent(
        {
          setup_intent,
          payment_method: decoded(PaymentMethodId, 'card_1'),
          return_url: 'https://shop.example/cards',
        },
        options,
      ),
    line: 'POST /v1/setup_intents/seti_1/confirm',
    form: { payment_method: 'card_1', return_url: 'https://shop.example/cards' },
    reply: wire.setupIntent,
  },
  cancelSetupIntent: {
    run: (processor, options) =>
      processor.cancelSetupIntent({ setup_intent, cancellation_reason: 'abandoned' }, options),
    line: 'POST /v1/setup_intents/seti_1/cancel',
    form: { cancellation_reason: 'abandoned' },
    reply: { ...wire.setupIntent, status: 'canceled' },
  },
  createCheckoutSession: {
    run: (processor, options) =>
      processor.createCheckoutSession(
        {
          mode: 'payment',
          currency: 'eur',
          line_items: [
            {
              name: 'T-shirt',
              unit_amount: decoded(MinorUnits, 1999),
              quantity: 2,
              description: 'Blue',
            },
          ],
          success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
          cancel_url: 'https://shop.example/basket',
          customer_email: 'ada@example.com',
          customer_creation: 'always',
          client_reference_id: 'order-42',
          metadata: { order: '42' },
          description: 'Order 42',
          statement_descriptor_suffix: 'ORDER 42',
          capture_method: 'manual',
          setup_future_usage: 'off_session',
          expires_at: 1_700_003_600,
          locale: 'es',
        },
        options,
      ),
    line: 'POST /v1/checkout/sessions',
    form: {
      mode: 'payment',
      currency: 'eur',
      'line_items[0][quantity]': '2',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '1999',
      'line_items[0][price_data][product_data][name]': 'T-shirt',
      'line_items[0][price_data][product_data][description]': 'Blue',
      success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://shop.example/basket',
      customer_email: 'ada@example.com',
      customer_creation: 'always',
      client_reference_id: 'order-42',
      'metadata[order]': '42',
      'payment_intent_data[metadata][order]': '42',
      'payment_intent_data[description]': 'Order 42',
      'payment_intent_data[statement_descriptor_suffix]': 'ORDER 42',
      'payment_intent_data[capture_method]': 'manual',
      'payment_intent_data[setup_future_usage]': 'off_session',
      expires_at: '1700003600',
      locale: 'es',
      'payment_method_types[0]': 'card',
    },
    reply: wire.checkoutSession,
  },
  retrieveCheckoutSession: {
    run: (processor) => processor.retrieveCheckoutSession({ session }),
    line: 'GET /v1/checkout/sessions/cs_1',
    form: {},
    reply: wire.checkoutSession,
  },
  listCheckoutSessions: {
    run: (processor) => processor.listCheckoutSessions({ payment_intent, limit: 1 }),
    line: 'GET /v1/checkout/sessions',
    form: { payment_intent: 'pi_1', limit: '1' },
    reply: wire.list(wire.checkoutSession),
  },
  expireCheckoutSession: {
    run: (processor, options) => processor.expireCheckoutSession({ session }, options),
    line: 'POST /v1/checkout/sessions/cs_1/expire',
    form: {},
    reply: { ...wire.checkoutSession, status: 'expired', url: null },
  },
  retrieveCharge: {
    run: (processor) => processor.retrieveCharge({ charge }),
    line: 'GET /v1/charges/ch_1',
    form: {},
    reply: wire.charge,
  },
  createRefund: {
    run: (processor, options) =>
      processor.createRefund(
        { charge, amount: decoded(MinorUnits, 500), reason: 'requested_by_customer' },
        options,
      ),
    line: 'POST /v1/refunds',
    form: { charge: 'ch_1', amount: '500', reason: 'requested_by_customer' },
    reply: wire.refund,
  },
  retrieveRefund: {
    run: (processor) => processor.retrieveRefund({ refund: decoded(RefundId, 're_1') }),
    line: 'GET /v1/refunds/re_1',
    form: {},
    reply: wire.refund,
  },
  listRefunds: {
    run: (processor) =>
      processor.listRefunds({
        payment_intent,
        limit: 10,
        starting_after: decoded(RefundId, 're_1'),
      }),
    line: 'GET /v1/refunds',
    form: { payment_intent: 'pi_1', limit: '10', starting_after: 're_1' },
    reply: wire.list(wire.refund),
  },
  listAllPaymentIntents: {
    run: (processor) => processor.listAllPaymentIntents({ limit: 100, ...november }),
    line: 'GET /v1/payment_intents',
    form: { limit: '100', ...inNovember, 'expand[0]': 'data.latest_charge' },
    reply: wire.list(wire.intent),
    result: wire.list(intentResult),
  },
  listCharges: {
    run: (processor) =>
      processor.listCharges({ limit: 100, starting_after: charge, created_from: 1_793_491_200 }),
    line: 'GET /v1/charges',
    form: { limit: '100', starting_after: 'ch_1', 'created[gte]': '1793491200' },
    reply: wire.list(wire.ledgerCharge),
  },
  listAllRefunds: {
    run: (processor) =>
      processor.listAllRefunds({
        limit: 5,
        ending_before: decoded(RefundId, 're_1'),
        created_to: 1_796_083_200,
      }),
    line: 'GET /v1/refunds',
    form: { limit: '5', ending_before: 're_1', 'created[lt]': '1796083200' },
    reply: wire.list(wire.refund),
  },
  retrieveBalance: {
    run: (processor) => processor.retrieveBalance({}),
    line: 'GET /v1/balance',
    form: {},
    reply: wire.balance,
  },
  listBalanceTransactions: {
    run: (processor) =>
      processor.listBalanceTransactions({
        limit: 100,
        ...november,
        payout: decoded(PayoutId, 'po_1'),
        starting_after: decoded(BalanceTransactionId, 'txn_9'),
      }),
    line: 'GET /v1/balance_transactions',
    form: { limit: '100', ...inNovember, payout: 'po_1', starting_after: 'txn_9' },
    reply: wire.list(wire.balanceTransaction),
  },
  listPayouts: {
    run: (processor) =>
      processor.listPayouts({
        limit: 2,
        ...november,
        starting_after: decoded(PayoutId, 'po_1'),
      }),
    line: 'GET /v1/payouts',
    form: { limit: '2', ...inNovember, starting_after: 'po_1' },
    reply: wire.list(wire.payout),
  },
  listDisputes: {
    run: (processor) => processor.listDisputes({ limit: 2, ...november, ending_before: dispute }),
    line: 'GET /v1/disputes',
    form: { limit: '2', ...inNovember, ending_before: 'du_1' },
    reply: wire.list(wire.dispute),
  },
  retrieveDispute: {
    run: (processor) => processor.retrieveDispute({ dispute }),
    line: 'GET /v1/disputes/du_1',
    form: {},
    reply: wire.dispute,
  },
  submitDisputeEvidence: {
    run: (processor, options) =>
      processor.submitDisputeEvidence(
        {
          dispute,
          evidence: { shipping_carrier: 'Correos', shipping_tracking_number: 'ES1&2' },
          submit: false,
        },
        options,
      ),
    line: 'POST /v1/disputes/du_1',
    form: {
      'evidence[shipping_carrier]': 'Correos',
      'evidence[shipping_tracking_number]': 'ES1&2',
      submit: 'false',
    },
    reply: wire.dispute,
  },
  closeDispute: {
    run: (processor, options) => processor.closeDispute({ dispute }, options),
    line: 'POST /v1/disputes/du_1/close',
    form: {},
    reply: { ...wire.dispute, status: 'lost' },
  },
};
