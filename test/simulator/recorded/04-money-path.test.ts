import { someId, someNumber, someTime } from './support/differences.js';
import {
  recordedCharge,
  recordedCustomer,
  recordedDecline,
  recordedIntent,
  recordedLogUrl,
  recordedPage,
  recordedPaymentMethod,
  recordedRefusal,
} from './support/recorded-objects.js';
import { type RecordedStep, replaySteps } from './support/recorded-steps.js';

// Source: Kiln-AI/stripe_world, tests/conformance/cassettes/04_money_path.json.

type Wanted = Pick<RecordedStep, 'step' | 'request' | 'body'> & Partial<RecordedStep>;

const done = (wanted: Wanted): RecordedStep => ({ status: 200, exactly: true, ...wanted });

const refused = (wanted: Wanted): RecordedStep => ({ status: 400, exactly: true, ...wanted });

const cards = { payment_method_types: ['card'] };

// The methods of the account's settings, which accounts have unless a request names types.
const automatic = {
  automatic_payment_methods: { allow_redirects: 'always', enabled: true },
  payment_method_configuration_details: { id: someId('pmc'), parent: null },
  payment_method_options: {
    card: {
      installments: null,
      mandate_options: null,
      network: null,
      request_three_d_secure: 'automatic',
    },
    link: { persistent_token: null },
  },
  payment_method_types: ['card', 'link'],
};

const customer = {
  id: '{customer}',
  description: 'scenario 04',
  email: 's04@conformance.stripeapi.invalid',
  metadata: { probe: 's04' },
};

const checked = {
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
};

const plain = { id: '{plain}', amount: 4900, metadata: { p: 's04' }, ...automatic };

const paid = {
  id: '{paid}',
  amount: 4900,
  amount_received: 4900,
  customer: '{customer}',
  description: 'scenario 04 charge',
  latest_charge: '{charge}',
  payment_method: '{visa}',
  status: 'succeeded',
};

const charge = {
  id: '{charge}',
  amount: 4900,
  customer: '{customer}',
  description: 'scenario 04 charge',
  payment_intent: '{paid}',
  payment_method: '{visa}',
};

const declinedCard = { id: '{declined}', card: { last4: '0002', ...checked } };

const decline = {
  advice_code: 'try_again_later',
  charge: '{failed_charge}',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
  network_decline_code: '01',
  payment_method: recordedPaymentMethod(declinedCard),
};

const failed = {
  id: '{failed}',
  amount: 1000,
  customer: '{customer}',
  last_payment_error: { ...recordedDecline(decline), payment_method_type: 'card' },
  latest_charge: '{failed_charge}',
};

const paidWithVisa = { customer: '{customer}', payment_method: '{visa}', confirm: true };

const held = {
  capture_method: 'manual',
  customer: '{customer}',
  payment_method: '{visa}',
  status: 'requires_capture',
};

const captured = {
  ...held,
  id: '{manual}',
  amount: 6500,
  amount_received: 5000,
  latest_charge: '{manual_charge}',
  status: 'succeeded',
};

const heldCharge = {
  amount_captured: 0,
  captured: false,
  customer: '{customer}',
  card: { capture_before: someTime },
  payment_method: '{visa}',
};

const canceled = {
  id: '{canceled}',
  amount: 1200,
  customer: '{customer}',
  ...automatic,
  canceled_at: someTime,
  cancellation_reason: 'abandoned',
  status: 'canceled',
};

const cancelable =
  'requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, expired, processing';

const unexpectedState = (message: string, intent: Parameters<typeof recordedIntent>[0]) =>
  recordedRefusal({
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: recordedIntent(intent),
  });

const uncancelable = (status: string, intent: Parameters<typeof recordedIntent>[0]) =>
  unexpectedState(
    `You cannot cancel this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable}.`,
    intent,
  );

const uncapturable = (status: string, intent: Parameters<typeof recordedIntent>[0]) =>
  unexpectedState(
    `This PaymentIntent could not be captured because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
    intent,
  );

const guardedCard = { id: '{guarded}', card: { country: 'IE', last4: '3220' } };

const authentication = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
  payment_method: recordedPaymentMethod(guardedCard),
};

const unauthenticated = {
  id: '{unauthenticated}',
  amount: 3300,
  customer: '{customer}',
  last_payment_error: { ...recordedDecline(authentication), payment_method_type: 'card' },
};

const missingIntent = recordedRefusal({
  code: 'resource_missing',
  message: "No such payment_intent: 'pi_nope'",
  param: 'intent',
});

const missingCard = (message: string) => ({
  error: {
    ...recordedDecline({ code: 'missing', message, param: 'card' }),
    request_log_url: recordedLogUrl,
  },
});

replaySteps('04 (the money path)', [
  done({
    step: 0,
    request: 'POST /v1/customers',
    form: {
      email: 's04@conformance.stripeapi.invalid',
      description: 'scenario 04',
      metadata: { probe: 's04' },
    },
    as: 'customer',
    body: recordedCustomer(customer),
  }),
  done({
    step: 1,
    request: 'POST /v1/payment_methods',
    form: { type: 'card', card: { token: 'tok_visa' } },
    as: 'visa',
    body: recordedPaymentMethod(),
  }),
  done({
    step: 2,
    request: 'POST /v1/payment_methods/{visa}/attach',
    form: { customer: '{customer}' },
    body: recordedPaymentMethod({ id: '{visa}', card: checked, customer: '{customer}' }),
  }),
  done({
    step: 3,
    request: 'POST /v1/customers/{customer}',
    form: { invoice_settings: { default_payment_method: '{visa}' } },
    body: recordedCustomer({
      ...customer,
      invoice_settings: {
        custom_fields: null,
        default_payment_method: '{visa}',
        footer: null,
        rendering_options: null,
      },
    }),
  }),
  done({
    step: 4,
    request: 'POST /v1/payment_intents',
    form: { amount: 4900, currency: 'usd', metadata: { p: 's04' } },
    as: 'plain',
    body: recordedIntent(plain),
  }),
  done({ step: 5, request: 'GET /v1/payment_intents/{plain}', body: recordedIntent(plain) }),
  done({
    step: 6,
    request: 'POST /v1/payment_intents',
    form: {
      amount: 4900,
      currency: 'usd',
      ...paidWithVisa,
      ...cards,
      description: 'scenario 04 charge',
    },
    headers: { 'idempotency-key': 's04' },
    as: 'paid',
    captures: { charge: 'latest_charge' },
    body: recordedIntent(paid),
  }),
  done({
    step: 7,
    request: 'POST /v1/payment_intents',
    form: {
      amount: 4900,
      currency: 'usd',
      ...paidWithVisa,
      ...cards,
      description: 'scenario 04 charge',
    },
    headers: { 'idempotency-key': 's04' },
    body: recordedIntent(paid),
  }),
  refused({
    step: 8,
    request: 'POST /v1/payment_intents',
    form: { amount: 5000, currency: 'usd', ...paidWithVisa, ...cards },
    headers: { 'idempotency-key': 's04' },
    body: {
      error: {
        message:
          "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than 's04' if you meant to execute a different request.",
        request_log_url: recordedLogUrl,
        type: 'idempotency_error',
      },
    },
  }),
  done({
    step: 9,
    request: 'GET /v1/payment_intents/{paid}',
    form: { expand: ['latest_charge'] },
    body: recordedIntent({ ...paid, latest_charge: recordedCharge(charge) }),
  }),
  done({
    step: 10,
    request: 'GET /v1/charges/{charge}',
    body: recordedCharge(charge),
  }),
  done({
    step: 11,
    request: 'POST /v1/payment_methods',
    form: { type: 'card', card: { token: 'tok_visa_chargeDeclined' } },
    as: 'declined',
    body: recordedPaymentMethod({ card: { last4: '0002' } }),
  }),
  {
    step: 12,
    request: 'POST /v1/payment_intents',
    form: {
      amount: 1000,
      currency: 'usd',
      customer: '{customer}',
      payment_method: '{declined}',
      confirm: true,
      ...cards,
    },
    captures: { failed: 'error.payment_intent.id', failed_charge: 'error.charge' },
    status: 402,
    body: {
      error: {
        ...recordedDecline(decline),
        payment_intent: recordedIntent(failed),
        request_log_url: recordedLogUrl,
      },
    },
    exactly: true,
  },
  done({ step: 13, request: 'GET /v1/payment_intents/{failed}', body: recordedIntent(failed) }),
  done({
    step: 14,
    request: 'GET /v1/charges/{failed_charge}',
    body: recordedCharge({
      id: '{failed_charge}',
      amount: 1000,
      amount_captured: 0,
      captured: false,
      card: { amount_authorized: null, last4: '0002' },
      customer: '{customer}',
      failure_code: 'card_declined',
      failure_message: 'Your card was declined.',
      outcome: {
        advice_code: 'try_again_later',
        network_advice_code: null,
        network_decline_code: '01',
        network_status: 'declined_by_network',
        reason: 'generic_decline',
        risk_level: 'normal',
        risk_score: someNumber,
        seller_message: 'The bank did not return any further details with this decline.',
        type: 'issuer_declined',
      },
      paid: false,
      payment_intent: '{failed}',
      payment_method: '{declined}',
      receipt_url: null,
      status: 'failed',
    }),
  }),
  done({
    step: 15,
    request: 'POST /v1/payment_intents',
    form: { amount: 6500, currency: 'usd', ...paidWithVisa, capture_method: 'manual', ...cards },
    as: 'manual',
    captures: { manual_charge: 'latest_charge' },
    body: recordedIntent({
      ...held,
      amount: 6500,
      amount_capturable: 6500,
      latest_charge: someId('ch'),
    }),
  }),
  done({
    step: 16,
    request: 'GET /v1/charges/{manual_charge}',
    body: recordedCharge({ ...heldCharge, amount: 6500, payment_intent: '{manual}' }),
  }),
  done({
    step: 17,
    request: 'POST /v1/payment_intents/{manual}/capture',
    form: { amount_to_capture: 5000 },
    body: recordedIntent(captured),
  }),
  refused({
    step: 18,
    request: 'POST /v1/payment_intents/{manual}/capture',
    body: unexpectedState(
      'The remaining amount on this PaymentIntent could not be captured because the remainder of the authorized amount has been released.',
      captured,
    ),
  }),
  done({
    step: 19,
    request: 'GET /v1/charges/{manual_charge}',
    body: recordedCharge({
      ...heldCharge,
      amount: 6500,
      amount_captured: 5000,
      balance_transaction: someId('txn'),
      captured: true,
      payment_intent: '{manual}',
    }),
  }),
  done({
    step: 20,
    request: 'POST /v1/payment_intents',
    form: { amount: 5000, currency: 'usd', ...paidWithVisa, capture_method: 'manual', ...cards },
    as: 'over',
    captures: { over_charge: 'latest_charge' },
    body: recordedIntent({
      ...held,
      amount: 5000,
      amount_capturable: 5000,
      latest_charge: someId('ch'),
    }),
  }),
  refused({
    step: 21,
    request: 'POST /v1/payment_intents/{over}/capture',
    form: { amount_to_capture: 9999 },
    body: recordedRefusal({
      code: 'amount_too_large',
      message:
        'The payment could not be captured because the requested capture amount is greater than the amount you can capture for this charge. Contact us via https://support.stripe.com/contact/ for help.',
      payment_intent: recordedIntent({
        ...held,
        id: '{over}',
        amount: 5000,
        amount_capturable: 5000,
        latest_charge: '{over_charge}',
      }),
    }),
  }),
  done({
    step: 22,
    request: 'POST /v1/payment_intents',
    form: { amount: 2500, currency: 'usd', ...paidWithVisa, capture_method: 'manual', ...cards },
    as: 'negative',
    captures: { negative_charge: 'latest_charge' },
    body: recordedIntent({
      ...held,
      amount: 2500,
      amount_capturable: 2500,
      latest_charge: someId('ch'),
    }),
  }),
  refused({
    step: 23,
    request: 'POST /v1/payment_intents/{negative}/capture',
    form: { amount_to_capture: -100 },
    body: recordedRefusal({
      message: 'Invalid non-negative integer',
      param: 'amount_to_capture',
      payment_intent: recordedIntent({
        ...held,
        id: '{negative}',
        amount: 2500,
        amount_capturable: 2500,
        latest_charge: '{negative_charge}',
      }),
    }),
  }),
  done({
    step: 24,
    request: 'POST /v1/payment_intents',
    form: { amount: 2500, currency: 'usd', ...paidWithVisa, capture_method: 'manual', ...cards },
    as: 'zero',
    captures: { zero_charge: 'latest_charge' },
    body: recordedIntent({
      ...held,
      amount: 2500,
      amount_capturable: 2500,
      latest_charge: someId('ch'),
    }),
  }),
  refused({
    step: 25,
    request: 'POST /v1/payment_intents/{zero}/capture',
    form: { amount_to_capture: 0 },
    body: recordedRefusal({
      code: 'parameter_invalid_integer',
      message: 'This value must be greater than or equal to 1.',
      param: 'amount',
      payment_intent: recordedIntent({
        ...held,
        id: '{zero}',
        amount: 2500,
        amount_capturable: 2500,
        latest_charge: '{zero_charge}',
      }),
    }),
  }),
  refused({
    step: 26,
    request: 'POST /v1/payment_intents/{plain}/capture',
    body: uncapturable('requires_payment_method', plain),
  }),
  done({
    step: 27,
    request: 'POST /v1/payment_intents',
    form: { amount: 1200, currency: 'usd', customer: '{customer}' },
    as: 'canceled',
    body: recordedIntent({ amount: 1200, customer: '{customer}', ...automatic }),
  }),
  done({
    step: 28,
    request: 'POST /v1/payment_intents/{canceled}/cancel',
    form: { cancellation_reason: 'abandoned' },
    body: recordedIntent(canceled),
  }),
  refused({
    step: 29,
    request: 'POST /v1/payment_intents/{canceled}/cancel',
    body: uncancelable('canceled', canceled),
  }),
  refused({
    step: 30,
    request: 'POST /v1/payment_intents/{paid}/cancel',
    body: uncancelable('succeeded', paid),
  }),
  refused({
    step: 31,
    request: 'POST /v1/payment_intents/{canceled}/capture',
    body: uncapturable('canceled', canceled),
  }),
  done({
    step: 32,
    request: 'POST /v1/payment_intents',
    form: { amount: 800, currency: 'usd', ...cards },
    as: 'bare',
    body: recordedIntent({ amount: 800 }),
  }),
  refused({
    step: 33,
    request: 'POST /v1/payment_intents/{bare}/confirm',
    body: unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { id: '{bare}', amount: 800 },
    ),
  }),
  done({
    step: 34,
    request: 'POST /v1/customers',
    form: { email: 's04-b@conformance.stripeapi.invalid' },
    as: 'other',
    body: recordedCustomer({ email: 's04-b@conformance.stripeapi.invalid' }),
  }),
  done({
    step: 35,
    request: 'POST /v1/payment_intents',
    form: { amount: 800, currency: 'usd', customer: '{other}', ...cards },
    as: 'of_other',
    body: recordedIntent({ amount: 800, customer: '{other}' }),
  }),
  refused({
    step: 36,
    request: 'POST /v1/payment_intents/{of_other}/confirm',
    body: unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. To confirm the PaymentIntent with {other}, specify a payment method attached to this customer along with the customer ID.",
      { id: '{of_other}', amount: 800, customer: '{other}' },
    ),
  }),
  done({
    step: 37,
    request: 'POST /v1/payment_intents',
    form: { amount: 1500, currency: 'usd', ...cards },
    as: 'bare_2',
    body: recordedIntent({ amount: 1500 }),
  }),
  refused({
    step: 38,
    request: 'POST /v1/payment_intents/{bare_2}/confirm',
    form: { payment_method: '{visa}' },
    body: recordedRefusal({
      code: 'parameter_missing',
      message:
        'The `payment_method` parameter supplied {visa} belongs to the Customer {customer}. Please include the Customer in the `customer` parameter on the PaymentIntent.',
      param: 'source',
      payment_intent: recordedIntent({ id: '{bare_2}', amount: 1500 }),
    }),
  }),
  done({
    step: 39,
    request: 'POST /v1/payment_methods',
    form: { type: 'card', card: { token: 'tok_visa' } },
    as: 'fresh',
    body: recordedPaymentMethod(),
  }),
  done({
    step: 40,
    request: 'POST /v1/payment_intents',
    form: { amount: 1500, currency: 'usd', ...cards },
    as: 'bare_3',
    body: recordedIntent({ amount: 1500 }),
  }),
  done({
    step: 41,
    request: 'POST /v1/payment_intents/{bare_3}/confirm',
    form: { payment_method: '{fresh}' },
    body: recordedIntent({
      id: '{bare_3}',
      amount: 1500,
      amount_received: 1500,
      latest_charge: someId('ch'),
      payment_method: '{fresh}',
      status: 'succeeded',
    }),
  }),
  done({
    step: 42,
    request: 'POST /v1/payment_intents',
    form: { amount: 1500, currency: 'usd', customer: '{other}', ...cards },
    as: 'of_other_2',
    body: recordedIntent({ amount: 1500, customer: '{other}' }),
  }),
  refused({
    step: 43,
    request: 'POST /v1/payment_intents/{of_other_2}/confirm',
    form: { payment_method: '{visa}' },
    body: recordedRefusal({
      message:
        'The PaymentMethod {visa} does not belong to the Customer you supplied {other}. Please use this PaymentMethod with the Customer that it belongs to instead.',
      param: 'payment_method',
      payment_intent: recordedIntent({ id: '{of_other_2}', amount: 1500, customer: '{other}' }),
    }),
  }),
  done({
    step: 44,
    request: 'POST /v1/payment_methods',
    form: { type: 'card', card: { token: 'tok_threeDSecure2Required' } },
    as: 'guarded',
    body: recordedPaymentMethod(guardedCard),
  }),
  {
    step: 45,
    request: 'POST /v1/payment_intents',
    form: {
      amount: 3300,
      currency: 'usd',
      customer: '{customer}',
      payment_method: '{guarded}',
      confirm: true,
      off_session: true,
      ...cards,
    },
    captures: { unauthenticated: 'error.payment_intent.id' },
    status: 402,
    body: {
      error: {
        ...recordedDecline(authentication),
        payment_intent: recordedIntent(unauthenticated),
        request_log_url: recordedLogUrl,
      },
    },
    exactly: true,
  },
  done({
    step: 46,
    request: 'POST /v1/payment_intents/{paid}',
    form: { metadata: { u: 'v' }, description: 'after' },
    body: recordedIntent({ ...paid, metadata: { u: 'v' }, description: 'after' }),
  }),
  refused({
    step: 47,
    request: 'POST /v1/payment_intents/{paid}',
    form: { amount: 9999 },
    body: recordedRefusal({
      code: 'payment_intent_unexpected_state',
      message:
        "This PaymentIntent's amount could not be updated because it has a status of succeeded. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.",
      param: 'amount',
      payment_intent: recordedIntent({ ...paid, metadata: { u: 'v' }, description: 'after' }),
    }),
  }),
  done({
    step: 48,
    request: 'POST /v1/payment_intents/{plain}',
    form: { amount: 5100 },
    body: recordedIntent({ ...plain, amount: 5100 }),
  }),
  done({
    step: 49,
    secondsLater: 10,
    request: 'POST /v1/charges/{charge}',
    form: { metadata: { c: 'd' }, description: 'charge updated' },
    captures: { transaction: 'balance_transaction' },
    body: recordedCharge({
      ...charge,
      balance_transaction: someId('txn'),
      metadata: { c: 'd' },
      description: 'charge updated',
    }),
  }),
  refused({
    step: 50,
    request: 'POST /v1/charges/{charge}',
    form: { transfer_group: 'order_42' },
    body: recordedRefusal({
      message:
        'This Charge was created by a PaymentIntent ({paid}). You must update the `transfer_group` on the PaymentIntent instead of updating the Charge directly. See https://stripe.com/docs/api#update_payment_intent',
    }),
  }),
  done({
    step: 51,
    request: 'GET /v1/payment_intents',
    form: { customer: '{customer}', limit: 3 },
    body: recordedPage(
      '/v1/payment_intents',
      [
        recordedIntent(unauthenticated),
        recordedIntent(canceled),
        recordedIntent({
          ...held,
          id: '{zero}',
          amount: 2500,
          amount_capturable: 2500,
          latest_charge: '{zero_charge}',
        }),
      ],
      true,
    ),
  }),
  done({
    step: 52,
    request: 'GET /v1/charges',
    form: { customer: '{customer}', limit: 3 },
    body: recordedPage(
      '/v1/charges',
      [
        recordedCharge({
          ...heldCharge,
          id: '{zero_charge}',
          amount: 2500,
          payment_intent: '{zero}',
        }),
        recordedCharge({
          ...heldCharge,
          id: '{negative_charge}',
          amount: 2500,
          payment_intent: '{negative}',
        }),
        recordedCharge({
          ...heldCharge,
          id: '{over_charge}',
          amount: 5000,
          payment_intent: '{over}',
        }),
      ],
      true,
    ),
  }),
  done({
    step: 53,
    request: 'GET /v1/charges',
    form: { payment_intent: '{paid}' },
    body: recordedPage('/v1/charges', [
      recordedCharge({
        ...charge,
        balance_transaction: '{transaction}',
        metadata: { c: 'd' },
        description: 'charge updated',
      }),
    ]),
  }),
  {
    step: 54,
    request: 'POST /v1/charges',
    form: { amount: 3300, currency: 'usd', customer: '{customer}', payment_method: '{visa}' },
    status: 402,
    body: missingCard(
      "This Customer doesn't have any legacy saved payment details, but does have a Payment Method attached. Use a Payment Intent instead of creating a Charge: https://stripe.com/docs/payments/payment-intents/migration",
    ),
    exactly: true,
  },
  {
    step: 55,
    request: 'POST /v1/charges',
    form: { amount: 1400, currency: 'usd', customer: '{other}' },
    status: 402,
    body: missingCard(
      "This Customer doesn't have any saved payment details. Attach a legacy Token, Card, Bank Account, or Source to this Customer and then try this request again, or use Payment Intents and Payment Methods instead.",
    ),
    exactly: true,
  },
  refused({
    step: 56,
    request: 'POST /v1/charges',
    form: { amount: 1400, currency: 'usd', payment_method: '{visa}' },
    body: recordedRefusal({
      code: 'parameter_missing',
      message: 'Must provide source or customer.',
    }),
  }),
  refused({
    step: 57,
    request: 'POST /v1/charges',
    form: { amount: 1400, currency: 'usd', source: 'tok_visa' },
    body: recordedRefusal({
      message:
        'Card Token usage on the Customers API and Charges API has reached end of life. In order to continue processing your payments, you will need to use the Payment Intents and Payment Methods API. Read more about what you should do here: https://docs.stripe.com/payments/payment-methods/integration-options. If you need to continue to use Card Tokens on the Customers and Charges API, enable this functionality in your API policies settings: https://dashboard.stripe.com/settings/developers/api-policies',
    }),
  }),
  refused({
    step: 58,
    request: 'POST /v1/charges',
    form: { amount: 1400, currency: 'usd' },
    body: recordedRefusal({
      code: 'parameter_missing',
      message: 'Must provide source or customer.',
    }),
  }),
  refused({
    step: 59,
    request: 'POST /v1/charges/{charge}/capture',
    body: recordedRefusal({
      code: 'charge_already_captured',
      message: 'Charge {charge} has already been captured.',
    }),
  }),
  refused({
    step: 60,
    request: 'POST /v1/payment_intents',
    form: { amount: 0, currency: 'usd' },
    body: recordedRefusal({
      code: 'parameter_invalid_integer',
      message:
        'The amount must be greater than or equal to the minimum charge amount allowed for your account and the currency set (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).  If you want to save a Payment Method for future use without an immediate payment, use a Setup Intent instead: https://docs.stripe.com/payments/setup-intents',
      param: 'amount',
    }),
  }),
  {
    step: 61,
    request: 'GET /v1/payment_intents/pi_nope',
    status: 404,
    body: missingIntent,
    exactly: true,
  },
  {
    step: 62,
    request: 'GET /v1/charges/ch_nope',
    status: 404,
    body: recordedRefusal({
      code: 'resource_missing',
      message: "No such charge: 'ch_nope'",
      param: 'id',
    }),
    exactly: true,
  },
  {
    step: 63,
    request: 'POST /v1/payment_intents/pi_nope/confirm',
    status: 404,
    body: missingIntent,
    exactly: true,
  },
]);
