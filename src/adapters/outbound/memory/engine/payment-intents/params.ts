import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { ReturnUrl } from '../../../../../domain/return-url.js';
import { shipping } from '../params/address.js';
import { receiptEmail } from '../params/email.js';
import { metadataParam } from '../params/metadata.js';
import { type Param, refuseUrl } from '../params/param.js';
import {
  booleanParam,
  enumParam,
  integerParam,
  listParam,
  textParam,
  textUpTo,
  unsettable,
} from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { statementDescriptor } from '../params/statement-descriptor.js';
import {
  otherPaymentMethodTypes,
  type PaymentMethodData,
  paymentMethodData,
  redactPaymentMethodData,
} from '../payment-methods/params.js';

/** The parts of an amount, minor units. */
export const amountDetailsParam = shape(
  {},
  {
    discount_amount: unsettable(integerParam),
    enforce_arithmetic_validation: booleanParam,
    shipping: unsettable(
      shape(
        {},
        {
          amount: unsettable(integerParam),
          from_postal_code: unsettable(textParam),
          to_postal_code: unsettable(textParam),
        },
      ),
    ),
    tax: unsettable(
      shape({}, { total_tax_amount: integerParam, ...notSimulated('tax_breakdown') }),
    ),
    ...notSimulated('line_items', 'surcharge'),
  },
);
export type AmountDetailsParam = ParamsOf<typeof amountDetailsParam>;

const ifAvailable = enumParam('if_available', 'never');

const cardOptionsParam = shape(
  {},
  {
    capture_method: unsettable(enumParam('manual')),
    network: enumParam(
      'amex',
      'cartes_bancaires',
      'diners',
      'discover',
      'eftpos_au',
      'girocard',
      'interac',
      'jcb',
      'link',
      'mastercard',
      'unionpay',
      'unknown',
      'visa',
    ),
    request_extended_authorization: ifAvailable,
    request_incremental_authorization: ifAvailable,
    request_multicapture: ifAvailable,
    request_overcapture: ifAvailable,
    request_three_d_secure: enumParam('any', 'automatic', 'challenge'),
    require_cvc_recollection: booleanParam,
    setup_future_usage: unsettable(enumParam('none', 'off_session', 'on_session')),
    statement_descriptor_suffix_kana: unsettable(textUpTo(22)),
    statement_descriptor_suffix_kanji: unsettable(textUpTo(17)),
    ...notSimulated(
      'cvc_token',
      'installments',
      'mandate_options',
      'moto',
      'setup_credential_usage',
      'stored_credential_usage',
      'three_d_secure',
    ),
  },
);
export type CardOptionsParam = ParamsOf<typeof cardOptionsParam>;

// The page or application to which the customer returns.
const returnUrlParam: Param<string> = {
  read: (value, name) =>
    pipe(
      textParam.read(value, name),
      E.flatMap((url) => (ReturnUrl.is(url) ? E.right(url) : refuseUrl(url, name))),
    ),
};

const otherTypes = [...otherPaymentMethodTypes, 'card_present', 'interac_present'] as const;
const types = listParam(enumParam('card', ...otherTypes));
const captureMethod = enumParam('automatic', 'automatic_async', 'manual');
const setupFutureUsage = enumParam('on_session', 'off_session');

// Besides `true` and `false`: the kind of off-session payment to which the customer has agreed.
const offSession: Param<boolean | 'one_off' | 'recurring'> = {
  read: (value, name) =>
    value === 'one_off' || value === 'recurring'
      ? enumParam('one_off', 'recurring').read(value, name)
      : booleanParam.read(value, name),
};

const mandateData = shape({
  customer_acceptance: shape(
    { type: enumParam('offline', 'online') },
    {
      accepted_at: integerParam,
      offline: shape({}),
      online: shape({}, { ip_address: textParam, user_agent: textParam }),
    },
  ),
});

// Parameters of creating, updating and confirming an intent.
const sharedFields = {
  allowed_payment_method_types: types,
  capture_method: captureMethod,
  payment_details: shape(
    {},
    { customer_reference: unsettable(textParam), order_reference: unsettable(textParam) },
  ),
  payment_method: textParam,
  payment_method_data: paymentMethodData,
  payment_method_options: shape({}, { card: cardOptionsParam, ...notSimulated(...otherTypes) }),
  payment_method_types: types,
  ...notSimulated('excluded_payment_method_types', 'hooks'),
} as const;

const changeFields = {
  ...sharedFields,
  amount_details: unsettable(amountDetailsParam),
  receipt_email: unsettable(receiptEmail),
  setup_future_usage: unsettable(setupFutureUsage),
  shipping: unsettable(shipping),
} as const;

const confirmationFields = {
  error_on_requires_action: booleanParam,
  mandate_data: unsettable(mandateData),
  off_session: offSession,
  radar_options: shape({}, { session: textParam, ...notSimulated('referrer') }),
  return_url: returnUrlParam,
  use_stripe_sdk: booleanParam,
  ...notSimulated('confirmation_token', 'mandate'),
} as const;

const connectFields = notSimulated(
  'application_fee_amount',
  'customer_account',
  'payment_method_configuration',
  'transfer_data',
);

/** `amount` is minor units. */
export const CreateIntentParams = shape(
  { amount: integerParam, currency: textParam },
  {
    ...sharedFields,
    ...confirmationFields,
    ...connectFields,
    ...notSimulated('on_behalf_of'),
    amount_details: amountDetailsParam,
    automatic_payment_methods: shape(
      { enabled: booleanParam },
      { allow_redirects: enumParam('always', 'never') },
    ),
    confirm: booleanParam,
    confirmation_method: enumParam('automatic', 'manual'),
    customer: textParam,
    description: textUpTo(1000),
    metadata: metadataParam,
    receipt_email: receiptEmail,
    setup_future_usage: setupFutureUsage,
    shipping,
    statement_descriptor: statementDescriptor,
    statement_descriptor_suffix: statementDescriptor,
    transfer_group: textParam,
  },
);
export type CreateIntentParams = ParamsOf<typeof CreateIntentParams>;

/** `amount` is minor units. */
export const UpdateIntentParams = shape(
  { payment_intent: textParam },
  {
    ...changeFields,
    ...connectFields,
    amount: integerParam,
    currency: textParam,
    customer: textParam,
    description: unsettable(textUpTo(1000)),
    metadata: metadataParam,
    statement_descriptor: statementDescriptor,
    statement_descriptor_suffix: statementDescriptor,
    transfer_group: textParam,
  },
);
export type UpdateIntentParams = ParamsOf<typeof UpdateIntentParams>;

/** Parameters of the confirmation, and fields that change before it. */
export const ConfirmIntentParams = shape(
  { payment_intent: textParam },
  {
    ...changeFields,
    ...confirmationFields,
    ...notSimulated('amount_to_confirm'),
    client_secret: textParam,
  },
);
export type ConfirmIntentParams = ParamsOf<typeof ConfirmIntentParams>;

/** The parameters as an idempotency key remembers them: without card data. */
export const redactIntentParams = ({
  payment_method_data: data,
  ...rest
}: {
  readonly payment_method_data?: PaymentMethodData;
}): unknown => ({
  ...rest,
  payment_method_data: data === undefined ? null : redactPaymentMethodData(data),
});
