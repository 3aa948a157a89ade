import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import { invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { metadataParam } from '../params/metadata.js';
import { integer, text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { changeInstrument, findInstrument } from './instruments.js';
import { allowRedisplayParam, billingDetailsParam, billTo } from './params.js';

const unattached = invalidRequest(
  'You must save this PaymentMethod to a customer before you can update it.',
  { param: 'payment_method' },
);

/** Changes what is given of a customer's payment method, and leaves the rest. */
export const updatePaymentMethod = operation({
  name: 'updatePaymentMethod',
  method: 'POST',
  path: '/v1/payment_methods/:payment_method',
  returns: 'payment_method',
  params: shape(
    { payment_method: text },
    {
      allow_redisplay: allowRedisplayParam,
      billing_details: billingDetailsParam,
      card: shape({}, { exp_month: integer, exp_year: integer, ...notSimulated('networks') }),
      metadata: metadataParam,
      ...notSimulated('link', 'us_bank_account'),
    },
  ),
  run: (call) => (params) =>
    pipe(
      findInstrument(call, params.payment_method),
      E.filterOrElse(
        ({ customer }) => customer !== null,
        () => unattached,
      ),
      E.flatMap((instrument) =>
        changeInstrument(call, instrument, {
          expiry: params.card,
          metadata: params.metadata,
          billingDetails: billTo(instrument.billingDetails, params.billing_details),
          allowRedisplay: params.allow_redisplay ?? instrument.allowRedisplay,
        }),
      ),
      E.map(toPaymentMethod),
    ),
});
