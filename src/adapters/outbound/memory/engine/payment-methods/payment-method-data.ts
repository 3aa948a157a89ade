import { requiredCardFields } from '../cards/card-params.js';
import { metadataParam } from '../params/metadata.js';
import type { Param } from '../params/param.js';
import { text } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { allowRedisplayParam } from './allow-redisplay-param.js';
import { billingDetailsParam } from './billing-details-param.js';
import { otherPaymentMethodTypes } from './other-payment-method-types.js';
import { paymentMethodType } from './payment-method-type.js';

const written = shape(requiredCardFields, { cvc: text, ...notSimulated('networks') });
const byToken = shape({ token: text });

/** A card as it is written, or the token that stands for one. */
const card: Param<ParamsOf<typeof written> | ParamsOf<typeof byToken>> = {
  read: (value, name) =>
    typeof value === 'object' && 'token' in value
      ? byToken.read(value, name)
      : written.read(value, name),
};

/** What a payment method is made of. */
export const paymentMethodData = shape(
  { type: paymentMethodType, card },
  {
    allow_redisplay: allowRedisplayParam,
    billing_details: billingDetailsParam,
    metadata: metadataParam,
    ...notSimulated(
      'customer',
      'interac_present',
      'payment_method',
      'radar_options',
      ...otherPaymentMethodTypes,
    ),
  },
);
export type PaymentMethodData = ParamsOf<typeof paymentMethodData>;
