import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { preferredNetworkParam } from '../cards/card-params.js';
import { invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { toPaymentMethod } from '../methods/payment-method-view.js';
import { metadataParam } from '../params/metadata.js';
import { integerParam, textParam, unsettable } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { changeInstrument, findInstrument } from './instruments.js';
import { allowRedisplayParam, applyBillingDetails, billingDetailsParam } from './params.js';

/** Changes the given fields of a customer's payment method. */
export const updatePaymentMethod = operation({
  name: 'updatePaymentMethod',
  method: 'POST',
  path: '/v1/payment_methods/:payment_method',
  returns: 'payment_method',
  params: shape(
    { payment_method: textParam },
    {
      allow_redisplay: allowRedisplayParam,
      billing_details: billingDetailsParam,
      card: shape(
        {},
        {
          exp_month: integerParam,
          exp_year: integerParam,
          networks: shape({}, { preferred: unsettable(preferredNetworkParam) }),
        },
      ),
      metadata: metadataParam,
      ...notSimulated('link', 'us_bank_account'),
    },
  ),
  run: (context) => (params) =>
    pipe(
      findInstrument(context, params.payment_method),
      E.filterOrElse(
        ({ customer }) => customer !== null,
        () =>
          invalidRequest(
            'You must save this PaymentMethod to a customer before you can update it.',
            { param: 'payment_method' },
          ),
      ),
      E.flatMap((instrument) =>
        changeInstrument(context, instrument, {
          card: params.card,
          metadata: params.metadata,
          billingDetails: applyBillingDetails(instrument.billingDetails, params.billing_details),
          allowRedisplay: params.allow_redisplay ?? instrument.allowRedisplay,
        }),
      ),
      E.map(toPaymentMethod),
    ),
});
