import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { checkoutLocales } from '../../../domain/objects/checkout-session.js';
import { methodFields, returnUrlParam } from '../intents/params.js';
import { otherPaymentMethodTypes } from '../objects/payment-method.js';
import { shipping } from '../params/address.js';
import { receiptEmail } from '../params/email.js';
import { metadataParam } from '../params/metadata.js';
import { type Param, refuseParam } from '../params/param.js';
import {
  booleanParam,
  enumParam,
  integerParam,
  listParam,
  simulatedEnumParam,
  textParam,
  textUpTo,
  unsettable,
} from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { statementDescriptor } from '../params/statement-descriptor.js';

// Features that are not simulated can still be switched off.
const offParam: Param<false> = {
  read: (value, name) =>
    pipe(
      booleanParam.read(value, name),
      E.flatMap((given) =>
        given
          ? refuseParam(`This simulator does not simulate the parameter: ${name}`, name)
          : E.right(given),
      ),
    ),
};

const switchedOff = shape({ enabled: offParam }, notSimulated('liability', 'invoice_data'));

const decimal: Param<string> = {
  read: (value, name) =>
    typeof value === 'string' && /^\d{1,12}(?:\.\d{1,12})?$/.test(value)
      ? E.right(value)
      : refuseParam('Invalid decimal', name, 'parameter_invalid_string'),
};

const productData = shape(
  { name: textParam },
  {
    description: textParam,
    images: listParam(textParam),
    metadata: metadataParam,
    tax_code: textParam,
    unit_label: textParam,
  },
);

const priceData = shape(
  { currency: textParam },
  {
    product: textParam,
    product_data: productData,
    recurring: shape(
      { interval: enumParam('day', 'month', 'week', 'year') },
      { interval_count: integerParam },
    ),
    tax_behavior: enumParam('exclusive', 'inclusive', 'unspecified'),
    unit_amount: integerParam,
    unit_amount_decimal: decimal,
  },
);
export type PriceData = ParamsOf<typeof priceData>;

const lineItem = shape(
  {},
  {
    adjustable_quantity: shape(
      { enabled: booleanParam },
      { maximum: integerParam, minimum: integerParam },
    ),
    metadata: metadataParam,
    price: textParam,
    price_data: priceData,
    quantity: integerParam,
    ...notSimulated('dynamic_tax_rates', 'tax_rates'),
  },
);
export type LineItemParam = ParamsOf<typeof lineItem>;

const duration = shape({
  unit: enumParam('business_day', 'day', 'hour', 'month', 'week'),
  value: integerParam,
});

const shippingOption = shape(
  {},
  {
    shipping_rate: textParam,
    shipping_rate_data: shape(
      { display_name: textUpTo(100) },
      {
        delivery_estimate: shape({}, { maximum: duration, minimum: duration }),
        fixed_amount: shape(
          { amount: integerParam, currency: textParam },
          notSimulated('currency_options'),
        ),
        metadata: metadataParam,
        tax_behavior: enumParam('exclusive', 'inclusive', 'unspecified'),
        type: enumParam('fixed_amount'),
        ...notSimulated('tax_code'),
      },
    ),
  },
);
export type ShippingOptionParam = ParamsOf<typeof shippingOption>;

const message = unsettable(shape({ message: textUpTo(1200) }));

const setupFutureUsage = enumParam('on_session', 'off_session');

const paymentIntentData = shape(
  {},
  {
    capture_method: enumParam('automatic', 'automatic_async', 'manual'),
    description: textUpTo(1000),
    metadata: metadataParam,
    receipt_email: receiptEmail,
    setup_future_usage: setupFutureUsage,
    shipping,
    statement_descriptor: statementDescriptor,
    statement_descriptor_suffix: statementDescriptor,
    transfer_group: textParam,
    ...notSimulated('application_fee_amount', 'on_behalf_of', 'transfer_data'),
  },
);

const methodOptions = shape(
  {},
  {
    card: shape(
      {},
      {
        request_three_d_secure: enumParam('any', 'automatic', 'challenge'),
        setup_future_usage: setupFutureUsage,
        ...notSimulated(
          'capture_method',
          'installments',
          'request_extended_authorization',
          'request_incremental_authorization',
          'request_multicapture',
          'request_overcapture',
          'restrictions',
          'statement_descriptor_suffix_kana',
          'statement_descriptor_suffix_kanji',
        ),
      },
    ),
    ...notSimulated(...otherPaymentMethodTypes),
  },
);

/** The parameters of a new session. */
export const CreateSessionParams = shape(
  { mode: simulatedEnumParam(['payment', 'setup'], ['subscription']) },
  {
    adaptive_pricing: shape({}, { enabled: booleanParam }),
    allow_promotion_codes: offParam,
    automatic_tax: switchedOff,
    billing_address_collection: enumParam('auto', 'required'),
    branding_settings: shape(
      {},
      {
        background_color: textParam,
        border_style: enumParam('pill', 'rectangular', 'rounded'),
        button_color: textParam,
        display_name: textParam,
        font_family: textParam,
        ...notSimulated('icon', 'logo'),
      },
    ),
    cancel_url: returnUrlParam,
    client_reference_id: textUpTo(200),
    currency: textParam,
    custom_text: shape(
      {},
      {
        after_submit: message,
        shipping_address: message,
        submit: message,
        terms_of_service_acceptance: message,
      },
    ),
    customer: textParam,
    customer_creation: enumParam('always', 'if_required'),
    customer_email: receiptEmail,
    expires_at: integerParam,
    integration_identifier: textParam,
    invoice_creation: switchedOff,
    // More than 100 are refused with a text of their own.
    line_items: listParam(lineItem, 1000),
    locale: enumParam(...checkoutLocales),
    managed_payments: switchedOff,
    metadata: metadataParam,
    origin_context: enumParam('mobile_app', 'web'),
    payment_intent_data: paymentIntentData,
    payment_method_collection: enumParam('always', 'if_required'),
    payment_method_options: methodOptions,
    // https://docs.stripe.com/changelog/endive/2026-09-30/remove-payment-method-types-checkout-sessions
    allowed_payment_method_types: methodFields.allowed_payment_method_types,
    payment_method_types: methodFields.payment_method_types,
    phone_number_collection: shape({ enabled: booleanParam }),
    redirect_on_completion: enumParam('always', 'if_required', 'never'),
    return_url: returnUrlParam,
    setup_intent_data: shape(
      {},
      { description: textUpTo(1000), metadata: metadataParam, ...notSimulated('on_behalf_of') },
    ),
    shipping_address_collection: shape({ allowed_countries: listParam(textUpTo(2), 300) }),
    shipping_options: listParam(shippingOption),
    submit_type: enumParam('auto', 'book', 'donate', 'pay', 'subscribe'),
    success_url: returnUrlParam,
    tax_id_collection: switchedOff,
    ui_mode: simulatedEnumParam(
      ['hosted_page', 'hosted', 'embedded_page', 'embedded'],
      ['custom', 'elements', 'form'],
    ),
    ...notSimulated(
      'after_expiration',
      'consent_collection',
      'custom_fields',
      'customer_account',
      'customer_update',
      'discounts',
      'excluded_payment_method_types',
      'name_collection',
      'optional_items',
      'payment_method_configuration',
      'payment_method_data',
      'permissions',
      'saved_payment_method_options',
      'subscription_data',
      'wallet_options',
    ),
  },
);
export type CreateSessionParams = ParamsOf<typeof CreateSessionParams>;
