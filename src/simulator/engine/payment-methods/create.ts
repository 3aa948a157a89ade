import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { type Instrument, newInstrument } from '../methods/instrument.js';
import { methods } from '../methods/methods.js';
import { toPaymentMethod } from '../methods/payment-method-view.js';
import { type BillingDetails, emptyBillingDetails } from '../objects/address.js';
import { mergeMetadata } from '../params/metadata.js';
import { cardOf, type TokenCard, useToken } from '../tokens/token.js';
import {
  applyBillingDetails,
  type PaymentMethodData,
  paymentMethodData,
  redactPaymentMethodData,
} from './params.js';

type Read = {
  readonly face: Instrument['face'];
  readonly billingDetails: BillingDetails;
  readonly token: TokenCard['token'];
};

const read = (
  context: RequestContext,
  data: PaymentMethodData,
  param?: string,
): E.Either<ApiError, Read> => {
  if (data.type !== 'card') {
    const { type } = data;
    const values = methods[type].keep(data[type] ?? {}, context.fingerprintOf);
    return E.right({
      face: { type, values },
      billingDetails: emptyBillingDetails,
      token: null,
    });
  }
  const { card } = data;
  return 'token' in card
    ? cardOf(context, card.token, param === undefined ? 'card[token]' : `${param}[card][token]`)
    : cardOf(context, card, 'card');
};

/** Creates a payment method that belongs to no customer yet. `param`: the parameter that holds the data; absent: the top level. */
export const makePaymentMethod = (
  context: RequestContext,
  data: PaymentMethodData,
  param?: string,
): E.Either<ApiError, Instrument> => {
  const { billing_details, metadata: notes, allow_redisplay, radar_options } = data;
  return pipe(
    read(context, data, param),
    E.bindTo('known'),
    E.bind('metadata', () => mergeMetadata({}, notes)),
    E.map(({ known: { face, billingDetails, token }, metadata }) => {
      const fields = {
        id: context.newId('pm'),
        kind: 'payment_method',
        created: context.now,
        customer: null,
        metadata,
        billingDetails: applyBillingDetails(billingDetails, billing_details),
        allowRedisplay: allow_redisplay ?? 'unspecified',
        ...(radar_options?.session === undefined ? {} : { radarSession: radar_options.session }),
      } as const;
      const instrument: Instrument =
        'testCard' in face
          ? newInstrument({ ...fields, face })
          : newInstrument({ ...fields, face });
      useToken(context, token);
      context.state.instruments.put(instrument);
      return instrument;
    }),
  );
};

/** Creates a payment method: a card or its token, or another type. */
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
