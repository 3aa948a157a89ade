import type { Recorded } from './support/differences.js';
import { someId, someText } from './support/differences.js';
import {
  recordedCustomer,
  recordedPage,
  recordedPaymentMethod,
  recordedRefusal,
  recordedSetupIntent,
} from './support/recorded-objects.js';
import { type RecordedStep, replaySteps } from './support/recorded-steps.js';

// Source: Kiln-AI/stripe_world, tests/conformance/cassettes/10_setup_intents.json.

type Fields = { readonly [key: string]: Recorded };

type Wanted = Pick<RecordedStep, 'step' | 'request' | 'body'> & Partial<RecordedStep>;

const done = (wanted: Wanted): RecordedStep => ({ status: 200, exactly: true, ...wanted });

type Refusal = Parameters<typeof recordedRefusal>[0];

/** A refusal, with the intent if the recording has it. */
const refused = (
  refusal: Refusal,
  setup_intent?: Fields,
): Pick<RecordedStep, 'status' | 'body'> => {
  const { error } = recordedRefusal(refusal);
  const shown = setup_intent === undefined ? {} : { setup_intent };
  return { status: 400, body: { error: { ...Object(error), ...shown } } };
};

const unexpected = (message: string, intent: Fields): Pick<RecordedStep, 'status' | 'body'> =>
  refused({ code: 'setup_intent_unexpected_state', message }, intent);

const card = (last4: string, cvc_check: string): Fields => ({
  last4,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check },
});

/** A decline as the response and the intent have it. */
const declined = (decline: Fields, payment_method: Fields): Fields => ({
  payment_method,
  type: 'card_error',
  ...decline,
});

const genericDecline = declined(
  {
    advice_code: 'try_again_later',
    code: 'card_declined',
    decline_code: 'generic_decline',
    doc_url: 'https://stripe.com/docs/error-codes/card-declined',
    message: 'Your card was declined.',
    network_decline_code: '01',
  },
  recordedPaymentMethod({ id: '{decline_pm}', card: card('0002', 'pass') }),
);

const expiredCard = declined(
  {
    advice_code: 'confirm_card_data',
    code: 'expired_card',
    decline_code: 'expired_card',
    doc_url: 'https://stripe.com/docs/error-codes/expired-card',
    message: 'Your card has expired.',
    network_advice_code: '03',
    network_decline_code: '54',
    param: 'exp_month',
  },
  recordedPaymentMethod({ id: '{expired_pm}', card: card('0069', 'pass') }),
);

const customer = {
  id: '{customer}',
  description: 'scenario 10',
  email: 's10@conformance.stripeapi.invalid',
  metadata: { probe: 's10' },
};

const notOfCustomer = {
  message:
    'The PaymentMethod {visa} does not belong to the Customer you supplied {other}. Please use this PaymentMethod with the Customer that it belongs to instead.',
  param: 'payment_method',
};
const withoutCustomer = {
  message:
    'The payment method supplied ({visa}) belongs to the Customer {customer}. Please include the Customer in the `customer` parameter on the SetupIntent.',
  param: 'payment_method',
};

const otherMethods = { payment_method_types: 'an account has enabled cards and Link alone' };
const bare = recordedSetupIntent({
  id: '{bare}',
  automatic_payment_methods: { allow_redirects: 'always', enabled: true },
  payment_method_configuration_details: { id: someId('pmc'), parent: null },
  payment_method_types: ['card', 'bancontact', 'klarna', 'link', 'pix', 'satispay'],
});

const withMethod = recordedSetupIntent({
  id: '{with_pm}',
  customer: '{customer}',
  payment_method: '{visa}',
  status: 'requires_confirmation',
});
const succeeded = { ...withMethod, latest_attempt: someId('setatt'), status: 'succeeded' };
const described = { ...succeeded, description: 'after the fact' };
const withMetadata = { ...described, metadata: { k: 'v' } };
const ofDefault = recordedSetupIntent({ id: '{with_default}', customer: '{customer}' });
const saved = recordedSetupIntent({
  id: '{saved}',
  customer: '{customer}',
  latest_attempt: someId('setatt'),
  payment_method: '{visa2}',
  status: 'succeeded',
});
const declinedIntent = recordedSetupIntent({
  id: '{declined}',
  last_setup_error: genericDecline,
  latest_attempt: someId('setatt'),
});
const expired = recordedSetupIntent({ id: '{expired}' });
const expiredIntent = {
  ...expired,
  last_setup_error: expiredCard,
  latest_attempt: someId('setatt'),
};
const updated = recordedSetupIntent({
  id: '{updatable}',
  description: 'after',
  metadata: { a: '1', b: '2' },
});
const updatedOfOther = { ...updated, customer: '{other}' };
const ofOther = recordedSetupIntent({ id: '{wrong_customer}', customer: '{other}' });
const ofNobody = recordedSetupIntent({ id: '{no_customer}' });
const toCancel = { ...withMethod, id: '{to_cancel}' };
const canceled = { ...toCancel, cancellation_reason: 'duplicate', status: 'canceled' };

const types = { payment_method_types: ['card'] };

replaySteps('10 (setup intents)', [
  done({
    step: 0,
    request: 'POST /v1/customers',
    form: {
      email: 's10@conformance.stripeapi.invalid',
      description: 'scenario 10',
      metadata: { probe: 's10' },
    },
    as: 'customer',
    body: recordedCustomer(customer),
  }),
  done({
    step: 1,
    request: 'POST /v1/customers',
    form: { email: 's10b@conformance.stripeapi.invalid', description: 'scenario 10 other' },
    as: 'other',
    body: recordedCustomer({
      description: 'scenario 10 other',
      email: 's10b@conformance.stripeapi.invalid',
    }),
  }),
  done({
    step: 2,
    request: 'POST /v1/payment_methods',
    form: { type: 'card', card: { token: 'tok_visa' } },
    as: 'visa',
    body: recordedPaymentMethod(),
  }),
  done({
    step: 3,
    request: 'POST /v1/payment_methods/{visa}/attach',
    form: { customer: '{customer}' },
    body: recordedPaymentMethod({
      id: '{visa}',
      card: card('4242', 'pass'),
      customer: '{customer}',
    }),
  }),
  done({
    step: 4,
    request: 'POST /v1/setup_intents',
    as: 'bare',
    body: bare,
    except: otherMethods,
  }),
  done({
    step: 5,
    request: 'GET /v1/setup_intents/{bare}',
    body: bare,
    except: otherMethods,
  }),
  done({
    step: 6,
    request: 'POST /v1/setup_intents',
    form: { usage: 'on_session', ...types },
    body: recordedSetupIntent(),
  }),
  done({
    step: 7,
    request: 'POST /v1/setup_intents',
    form: { customer: '{customer}', payment_method: '{visa}', ...types },
    as: 'with_pm',
    body: withMethod,
  }),
  done({
    step: 8,
    request: 'POST /v1/setup_intents',
    form: { customer: '{other}', payment_method: '{visa}', ...types },
    ...refused(notOfCustomer),
  }),
  done({
    step: 9,
    request: 'POST /v1/setup_intents',
    form: { payment_method: '{visa}', ...types },
    ...refused(withoutCustomer),
  }),
  done({ step: 10, request: 'POST /v1/setup_intents/{with_pm}/confirm', body: succeeded }),
  done({
    step: 11,
    request: 'POST /v1/setup_intents/{with_pm}/confirm',
    ...unexpected(
      'You cannot confirm this SetupIntent because it has already succeeded.',
      succeeded,
    ),
  }),
  done({
    step: 12,
    request: 'POST /v1/setup_intents/{with_pm}/cancel',
    ...unexpected(
      'You cannot cancel this SetupIntent because it has a status of succeeded. Only a SetupIntent with one of the following statuses may be canceled: `requires_payment_method`, `requires_confirmation`, or `requires_action`.',
      succeeded,
    ),
  }),
  done({
    step: 13,
    request: 'POST /v1/setup_intents/{with_pm}',
    form: { description: 'after the fact' },
    body: described,
  }),
  done({
    step: 14,
    request: 'POST /v1/setup_intents/{with_pm}',
    form: { payment_method: '{visa}' },
    ...unexpected(
      'You cannot update this SetupIntent because it has already succeeded.',
      described,
    ),
  }),
  done({
    step: 15,
    request: 'POST /v1/setup_intents/{with_pm}',
    form: { metadata: { k: 'v' } },
    body: withMetadata,
  }),
  done({
    step: 16,
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
    step: 17,
    request: 'POST /v1/setup_intents',
    form: { customer: '{customer}', ...types },
    as: 'with_default',
    body: ofDefault,
  }),
  done({
    step: 18,
    request: 'POST /v1/setup_intents/{with_default}/confirm',
    ...unexpected(
      "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      ofDefault,
    ),
  }),
  done({
    step: 19,
    request: 'POST /v1/payment_methods',
    form: { type: 'card', card: { token: 'tok_visa' } },
    as: 'visa2',
    body: recordedPaymentMethod(),
  }),
  done({
    step: 20,
    request: 'POST /v1/setup_intents',
    form: { customer: '{customer}', payment_method: '{visa2}', confirm: true, ...types },
    as: 'saved',
    body: saved,
  }),
  done({
    step: 21,
    request: 'GET /v1/payment_methods/{visa2}',
    body: recordedPaymentMethod({
      id: '{visa2}',
      card: card('4242', 'pass'),
      customer: '{customer}',
    }),
  }),
  done({
    step: 22,
    request: 'POST /v1/payment_methods',
    form: { type: 'card', card: { token: 'tok_visa_chargeDeclined' } },
    as: 'decline_pm',
    body: recordedPaymentMethod({ card: card('0002', 'unchecked') }),
  }),
  done({
    step: 23,
    request: 'POST /v1/setup_intents',
    form: { payment_method: '{decline_pm}', confirm: true, ...types },
    captures: { declined: 'error.setup_intent.id' },
    status: 402,
    body: {
      error: { ...genericDecline, request_log_url: someText, setup_intent: declinedIntent },
    },
  }),
  done({ step: 24, request: 'GET /v1/setup_intents/{declined}', body: declinedIntent }),
  done({
    step: 25,
    request: 'POST /v1/payment_methods',
    form: { type: 'card', card: { token: 'tok_chargeDeclinedExpiredCard' } },
    as: 'expired_pm',
    body: recordedPaymentMethod({ card: card('0069', 'unchecked') }),
  }),
  done({
    step: 26,
    request: 'POST /v1/setup_intents',
    form: { payment_method: '{expired_pm}', ...types },
    as: 'expired',
    body: { ...expired, payment_method: '{expired_pm}', status: 'requires_confirmation' },
  }),
  done({
    step: 27,
    request: 'POST /v1/setup_intents/{expired}/confirm',
    status: 402,
    body: { error: { ...expiredCard, request_log_url: someText, setup_intent: expiredIntent } },
  }),
  done({ step: 28, request: 'GET /v1/setup_intents/{expired}', body: expiredIntent }),
  done({
    step: 29,
    request: 'POST /v1/setup_intents',
    form: { description: 'before', metadata: { a: '1' }, ...types },
    as: 'updatable',
    body: recordedSetupIntent({ description: 'before', metadata: { a: '1' } }),
  }),
  done({
    step: 30,
    request: 'POST /v1/setup_intents/{updatable}',
    form: { description: 'after', metadata: { b: '2' } },
    body: updated,
  }),
  done({
    step: 31,
    request: 'POST /v1/setup_intents/{updatable}',
    form: { payment_method: '{visa}' },
    ...refused(withoutCustomer, updated),
  }),
  done({
    step: 32,
    request: 'POST /v1/setup_intents/{updatable}',
    form: { customer: '{other}' },
    body: updatedOfOther,
  }),
  done({
    step: 33,
    request: 'POST /v1/setup_intents/{updatable}',
    form: { payment_method: '{visa}' },
    ...refused(notOfCustomer, updatedOfOther),
  }),
  done({
    step: 34,
    request: 'POST /v1/setup_intents',
    form: { customer: '{other}', ...types },
    as: 'wrong_customer',
    body: ofOther,
  }),
  done({
    step: 35,
    request: 'POST /v1/setup_intents/{wrong_customer}/confirm',
    form: { payment_method: '{visa}' },
    ...refused(notOfCustomer, ofOther),
  }),
  done({
    step: 36,
    request: 'POST /v1/setup_intents',
    form: types,
    as: 'no_customer',
    body: ofNobody,
  }),
  done({
    step: 37,
    request: 'POST /v1/setup_intents/{no_customer}/confirm',
    form: { payment_method: '{visa}' },
    ...refused(withoutCustomer, ofNobody),
  }),
  done({
    step: 38,
    request: 'POST /v1/setup_intents',
    form: { customer: '{customer}', payment_method: '{visa}', ...types },
    as: 'to_cancel',
    body: toCancel,
  }),
  done({
    step: 39,
    request: 'POST /v1/setup_intents/{to_cancel}/cancel',
    form: { cancellation_reason: 'duplicate' },
    body: canceled,
  }),
  done({
    step: 40,
    request: 'POST /v1/setup_intents/{to_cancel}/confirm',
    ...unexpected('You cannot confirm this SetupIntent because it has been canceled.', canceled),
  }),
  done({
    step: 41,
    request: 'POST /v1/setup_intents/{to_cancel}/cancel',
    ...unexpected('You cannot cancel this SetupIntent because it is already canceled.', canceled),
  }),
  done({
    step: 42,
    request: 'POST /v1/setup_intents/{updatable}/verify_microdeposits',
    form: { amounts: ['32', '45'] },
    ...refused(
      {
        code: 'intent_invalid_state',
        message:
          'This SetupIntent cannot be actioned on because it has a status of requires_payment_method. Only a SetupIntent with one of the following statuses may be actioned on: ["requires_action"].',
      },
      updatedOfOther,
    ),
  }),
  done({
    step: 43,
    request: 'GET /v1/setup_intents',
    form: { customer: '{customer}', limit: 100 },
    body: recordedPage('/v1/setup_intents', [canceled, saved, ofDefault, withMetadata]),
  }),
  done({
    step: 44,
    request: 'GET /v1/setup_intents',
    form: { payment_method: '{visa}', limit: 100 },
    body: recordedPage('/v1/setup_intents', [canceled, withMetadata]),
  }),
  done({
    step: 45,
    request: 'GET /v1/setup_intents/seti_nope000000000000000000',
    status: 404,
    body: recordedRefusal({
      code: 'resource_missing',
      message: "No such setupintent: 'seti_nope000000000000000000'",
      param: 'intent',
    }),
  }),
]);
