import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import { type Instrument, newInstrument } from '../cards/stored-card.js';
import type { ApiError } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { mergeMetadata } from '../params/metadata.js';
import { cardOf, useToken } from '../tokens/token.js';
import {
  applyBillingDetails,
  type PaymentMethodData,
  paymentMethodData,
  redactPaymentMethodData,
} from './params.js';

/** Creates a payment method that belongs to no customer yet. `param`: the parameter that holds the data; absent: the top level. */
export const makePaymentMethod = (
  context: RequestContext,
  { card, billing_details, metadata: notes, allow_redisplay, radar_options }: PaymentMethodData,
  param?: string,
): E.Either<ApiError, Instrument> =>
  pipe(
    'token' in card
      ? cardOf(context, card.token, param === undefined ? 'card[token]' : `${param}[card][token]`)
      : cardOf(context, card, 'card'),
    E.bindTo('read'),
    E.bind('metadata', () => mergeMetadata({}, notes)),
    E.map(({ read: { face: storedCard, billingDetails, token }, metadata }) => {
      const instrument = newInstrument({
        id: context.newId('pm'),
        kind: 'payment_method',
        face: storedCard,
        created: context.now,
        customer: null,
        metadata,
        billingDetails: applyBillingDetails(billingDetails, billing_details),
        allowRedisplay: allow_redisplay ?? 'unspecified',
        ...(radar_options?.session === undefined ? {} : { radarSession: radar_options.session }),
      });
      useToken(context, token);
      context.state.instruments.put(instrument);
      return instrument;
    }),
  );

/** Creates a payment method from a card or a token. */
export const createPaymentMethod = operation({
  name: 'createPaymentMethod',
  failureAlias: 'tokenize',
  method: 'POST',
  path: '/v1/payment_methods',
  returns: 'payment_method',
  params: paymentMethodData,
  remembered: redactPaymentMethodData,
  run: (context) => (params) => pipe(makePaymentMethod(context, params), E.map(toPaymentMethod)),
});
