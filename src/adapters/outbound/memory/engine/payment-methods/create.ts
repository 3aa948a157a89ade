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
  billTo,
  type PaymentMethodData,
  paymentMethodData,
  redactPaymentMethodData,
} from './params.js';

/** Makes a payment method, which belongs to nobody yet. `param`: where its data stood, absent at the top. */
export const makePaymentMethod = (
  call: RequestContext,
  { card, billing_details, metadata: notes, allow_redisplay }: PaymentMethodData,
  param?: string,
): E.Either<ApiError, Instrument> =>
  pipe(
    'token' in card
      ? cardOf(call, card.token, param === undefined ? 'card[token]' : `${param}[card][token]`)
      : cardOf(call, card, 'card'),
    E.bindTo('read'),
    E.bind('metadata', () => mergeMetadata({}, notes)),
    E.map(({ read: { storedCard, billingDetails, token }, metadata }) => {
      const instrument = newInstrument({
        id: call.newId('pm'),
        kind: 'payment_method',
        storedCard,
        created: call.now,
        customer: null,
        metadata,
        billingDetails: billTo(billingDetails, billing_details),
        allowRedisplay: allow_redisplay ?? 'unspecified',
      });
      useToken(call, token);
      call.state.instruments.put(instrument);
      return instrument;
    }),
  );

/** Makes a payment method of a card or of a token. */
export const createPaymentMethod = operation({
  name: 'createPaymentMethod',
  failureAlias: 'tokenize',
  method: 'POST',
  path: '/v1/payment_methods',
  returns: 'payment_method',
  params: paymentMethodData,
  remembered: redactPaymentMethodData,
  run: (call) => (params) => pipe(makePaymentMethod(call, params), E.map(toPaymentMethod)),
});
