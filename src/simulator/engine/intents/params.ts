import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { leadsToPage } from '../../../domain/objects/return-url.js';
import { otherPaymentMethodTypes } from '../objects/payment-method.js';
import { type Param, refuseUrl } from '../params/param.js';
import {
  booleanParam,
  enumParam,
  integerParam,
  listParam,
  textParam,
  unsettable,
} from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import {
  type PaymentMethodData,
  paymentMethodData,
  redactPaymentMethodData,
} from '../payment-methods/params.js';

/** The page or application to which the customer returns. */
export const returnUrlParam: Param<string> = {
  read: (value, name) =>
    pipe(
      textParam.read(value, name),
      E.flatMap((url) => (leadsToPage(url) ? E.right(url) : refuseUrl(url, name))),
    ),
};

const mandateData = shape({
  customer_acceptance: shape(
    { type: enumParam('offline', 'online') },
    {
      accepted_at: integerParam,
      offline: shape({}),
      online: shape(
        {},
        { infer_from_client: booleanParam, ip_address: textParam, user_agent: textParam },
      ),
    },
  ),
});

export type MandateData = ParamsOf<typeof mandateData>;

/** The types of payment methods, besides cards, that an intent can name. */
export const otherIntentTypes = [
  ...otherPaymentMethodTypes,
  'card_present',
  'interac_present',
] as const;

const types = listParam(enumParam('card', ...otherIntentTypes));

/** The payment method of an intent, and the types that it takes. */
export const methodFields = {
  allowed_payment_method_types: types,
  excluded_payment_method_types: unsettable(types),
  payment_method: textParam,
  payment_method_data: paymentMethodData,
  payment_method_types: types,
} as const;

/** Whether an intent takes the types of payment methods that the account has enabled. */
export const automaticMethodsParam = shape(
  { enabled: booleanParam },
  { allow_redirects: enumParam('always', 'never') },
);

/** Parameters of a confirmation. */
export const confirmFields = {
  confirmation_token: textParam,
  mandate_data: unsettable(mandateData),
  return_url: returnUrlParam,
  use_stripe_sdk: booleanParam,
} as const;

/** Options of a card, for payments and for setting it up. */
export const cardFields = {
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
  request_three_d_secure: enumParam('any', 'automatic', 'challenge'),
  ...notSimulated('mandate_options', 'moto', 'setup_credential_usage', 'three_d_secure'),
} as const;

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
