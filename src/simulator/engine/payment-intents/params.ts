import {
  automaticMethodsParam,
  cardFields,
  confirmFields,
  methodFields,
  otherIntentTypes,
} from '../intents/params.js';
import { ofEachMethod } from '../methods/methods.js';
import { shipping } from '../params/address.js';
import { receiptEmail } from '../params/email.js';
import { metadataParam } from '../params/metadata.js';
import type { Param } from '../params/param.js';
import {
  booleanParam,
  enumParam,
  integerParam,
  textParam,
  textUpTo,
  unsettable,
} from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { statementDescriptor } from '../params/statement-descriptor.js';

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
const usageParam = unsettable(enumParam('none', 'off_session', 'on_session'));

const cardOptionsParam = shape(
  {},
  {
    ...cardFields,
    capture_method: unsettable(enumParam('manual')),
    request_extended_authorization: ifAvailable,
    request_incremental_authorization: ifAvailable,
    request_multicapture: ifAvailable,
    request_overcapture: ifAvailable,
    require_cvc_recollection: booleanParam,
    setup_future_usage: usageParam,
    statement_descriptor_suffix_kana: unsettable(textUpTo(22)),
    statement_descriptor_suffix_kanji: unsettable(textUpTo(17)),
    ...notSimulated('cvc_token', 'installments', 'stored_credential_usage'),
  },
);
export type CardOptionsParam = ParamsOf<typeof cardOptionsParam>;

const methodOptions = ofEachMethod(({ options }) =>
  shape({}, { ...options, setup_future_usage: usageParam }),
);
/** Options of the methods that are not cards. */
export type MethodOptionsParam = {
  readonly [T in keyof typeof methodOptions]?: ParamsOf<(typeof methodOptions)[T]>;
};

const captureMethod = enumParam('automatic', 'automatic_async', 'manual');
const setupFutureUsage = enumParam('on_session', 'off_session');

// Besides `true` and `false`: the kind of off-session payment to which the customer has agreed.
const offSession: Param<boolean | 'one_off' | 'recurring'> = {
  read: (value, name) =>
    value === 'one_off' || value === 'recurring'
      ? enumParam('one_off', 'recurring').read(value, name)
      : booleanParam.read(value, name),
};

// Parameters of creating, updating and confirming an intent.
const sharedFields = {
  ...methodFields,
  capture_method: captureMethod,
  payment_details: shape(
    {},
    { customer_reference: unsettable(textParam), order_reference: unsettable(textParam) },
  ),
  payment_method_options: shape(
    {},
    { ...notSimulated(...otherIntentTypes), card: cardOptionsParam, ...methodOptions },
  ),
  ...notSimulated('hooks'),
} as const;

const changeFields = {
  ...sharedFields,
  amount_details: unsettable(amountDetailsParam),
  receipt_email: unsettable(receiptEmail),
  setup_future_usage: unsettable(setupFutureUsage),
  shipping: unsettable(shipping),
} as const;

const confirmationFields = {
  ...confirmFields,
  error_on_requires_action: booleanParam,
  off_session: offSession,
  radar_options: shape({}, { session: textParam, ...notSimulated('referrer') }),
  mandate: textParam,
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
    automatic_payment_methods: automaticMethodsParam,
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
